// Shows what the server tells somebody who is not here, and leads there. It keeps no pages and answers no requests.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, url, tag, count } = event.data.json();
  const icon = "/static/vendor/icon-192.png";
  event.waitUntil(Promise.all([
    self.registration.showNotification(title, { body, tag, icon, data: { url } }),
    navigator.setAppBadge?.(count),
  ]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((one) => new URL(one.url).pathname === url);
  return there ? there.focus() : self.clients.openWindow(url);
}
