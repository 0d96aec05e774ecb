// The reader's turn at another table: told, and shown as a way there, while it lasts. It comes beside the pages of this table.

import { byId } from "./page.js";
import { tellElsewhere } from "./waiting.js";

document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const { data } = event.detail.message;
  if (!data.startsWith("{")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { elsewhere, waiting } = JSON.parse(data);
  tellElsewhere(waiting);
  const link = elsewhere && Object.assign(document.createElement("a"), { href: elsewhere.address, textContent: elsewhere.told });
  byId("elsewhere").replaceChildren(...(link ? [link] : []));
});
