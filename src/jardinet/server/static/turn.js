// The reader's turn, for whoever looks elsewhere: the tab's icon, and a notification for those who want one.

import { byId, main, onPage, setting } from "./page.js";

const choice = byId("set-notify");
let wasYours = main()?.dataset.yours;
let notice = null;

onPage(() => {
  const { yours } = main().dataset;
  byId("icon").href = byId("icon").href.replace(/icon(-turn)?\.svg/, yours ? "icon-turn.svg" : "icon.svg");
  if (!yours) notice?.close();
  else if (!wasYours && document.hidden && setting("notify") === "on") {
    const body = document.querySelector(".yours [data-seen]")?.dataset.seen;
    try {
      notice = new Notification(yours, { body, tag: location.pathname, icon: byId("icon").href });
      notice.onclick = () => { focus(); notice.close(); };
    } catch { /* some phones allow them to service workers alone: the title still tells */ }
  }
  wasYours = yours;
});

// By plain http from another machine browsers know notifications by name only: no permission can be given.
if (choice && "Notification" in window) {
  choice.closest("label").hidden = !isSecureContext;
  const reason = byId("insecure");
  reason.hidden = isSecureContext;
  if (!isSecureContext) reason.textContent = reason.dataset.told;
}
choice?.addEventListener("change", async (event) => {
  if (choice.value === "off" || Notification.permission === "granted") return;
  event.stopPropagation(); // it is set once it is allowed
  if (await Notification.requestPermission() === "granted") choice.dispatchEvent(new Event("change", { bubbles: true }));
  else [choice.value, byId("at-once").textContent] = ["off", choice.dataset.refused];
});
