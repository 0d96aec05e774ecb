// The reader's turn, for whoever looks elsewhere: the tab's icon, and a notification for those who want one.

import { byId, main, setting } from "./page.js";

const isYours = () => Boolean(main()?.hasAttribute("data-yours"));
const choice = byId("set-notify");
let [wasYours, notice] = [isYours(), null];

export function callBack() {
  byId("icon").href = byId("icon").href.replace(/icon(-turn)?\.svg/, isYours() ? "icon-turn.svg" : "icon.svg");
  if (!isYours()) notice?.close();
  else if (!wasYours && document.hidden && setting("notify") !== undefined) {
    const body = document.querySelector(".yours [aria-hidden]")?.textContent;
    try {
      notice = new Notification(main().dataset.yours, { body, tag: location.pathname, icon: byId("icon").href });
      notice.onclick = () => { focus(); notice.close(); };
    } catch { /* some phones allow them to service workers alone: the title still tells */ }
  }
  wasYours = isYours();
}

if (choice) choice.closest("label").hidden = !("Notification" in window);
choice?.addEventListener("change", async (event) => {
  if (choice.value === "off" || Notification.permission === "granted") return;
  event.stopPropagation(); // it is set once it is allowed
  if (await Notification.requestPermission() === "granted") choice.dispatchEvent(new Event("change", { bubbles: true }));
  else [choice.value, byId("at-once").textContent] = ["off", choice.dataset.refused];
});
