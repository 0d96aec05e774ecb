// The rules over a table, at the place that the link names.

import { byId } from "./page.js";

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id !== "over") return;
  ctx.target.closest("[popover]").showPopover();
  const place = byId(ctx.sourceElement.hash?.slice(1));
  if (!place) return;
  place.closest("details").open = true;
  place.scrollIntoView({ block: "center" });
});
