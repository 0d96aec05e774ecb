// The coach points: what its sentences speak of is marked where it lies.

import { byId, onPage } from "./page.js";

function point() {
  for (const one of document.querySelectorAll(".pointed")) one.classList.remove("pointed");
  for (const id of byId("coach-says")?.dataset.points.split(" ") ?? []) byId(id)?.classList.add("pointed");
}

point();
onPage(point);
