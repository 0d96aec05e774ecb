// The coach points: what its sentences speak of is marked where it lies.

import { byId } from "./page.js";

function point() {
  for (const one of document.querySelectorAll(".pointed")) one.classList.remove("pointed");
  const points = byId("coach-says")?.dataset.points.split(" ") ?? [];
  for (const id of points) byId(id)?.classList.add("pointed");
}

point();
document.addEventListener("htmx:before:settle", point);
