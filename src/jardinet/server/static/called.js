// The settings of being called: the device's time zone, and whether this browser takes push messages.

import { byId } from "./page.js";

const zone = byId("zone");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && "guess" in zone.dataset && [...zone.options].some((one) => one.value === here)) zone.value = here;

const form = byId("push");
const tell = (text) => { byId("push-told").textContent = text; };

async function offer() {
  const isPhoneApp = navigator.standalone; // only iPhones and iPads have it
  if (!isSecureContext || !("PushManager" in window) || !("serviceWorker" in navigator)) {
    tell(isPhoneApp === false ? form.dataset.home : form.dataset.none);
    return;
  }
  const worker = await navigator.serviceWorker.register("/service-worker.js");
  const known = await worker.pushManager.getSubscription();
  byId("push-on").hidden = Boolean(known);
  byId("push-off").hidden = !known;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const stops = event.submitter === byId("push-off");
    try {
      const one = stops ? await worker.pushManager.getSubscription() : await subscribed(worker);
      fill(one);
      if (stops) await one.unsubscribe();
      form.action = stops ? "/settings/push/stop" : "/settings/push";
      form.submit();
    } catch {
      tell(form.dataset.refused);
    }
  });
}

async function subscribed(worker) {
  if (await Notification.requestPermission() !== "granted") throw new Error("refused");
  await navigator.serviceWorker.ready;
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.key });
}

function fill(one) {
  const { endpoint, keys } = one.toJSON();
  Object.assign(form.elements.endpoint, { value: endpoint });
  Object.assign(form.elements.p256dh, { value: keys.p256dh });
  Object.assign(form.elements.auth, { value: keys.auth });
}

if (form) offer();
