// The rules over a table, at the place that the link names.

import { byId } from "./page.js";

document.addEventListener("htmx:after:swap", (event) => {
  const { sourceElement, target } = event.detail.ctx;
  if (target?.id !== "over") return;
  target.closest("[popover]").showPopover();
  const place = sourceElement.hash && byId(sourceElement.hash.slice(1));
  if (!place) return;
  place.closest("details").open = true;
  place.scrollIntoView({ block: "center" });
});
