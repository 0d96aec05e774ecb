// Whoever looks at a page is not called: the server is told so, now and then, and what was shown for this page goes.

const EVERY = 60_000; // milliseconds

async function look() {
  if (document.hidden) return;
  const token = document.querySelector("[name=_csrf_token]")?.value;
  if (token) fetch("/looking", { method: "POST", body: new URLSearchParams({ _csrf_token: token }) }).catch(() => {});
  const worker = await navigator.serviceWorker?.getRegistration();
  const shown = await worker?.getNotifications() ?? [];
  for (const one of shown) if (new URL(one.data.url, location).pathname === location.pathname) one.close();
  if (shown.length) navigator.clearAppBadge?.();
}

if ("calls" in document.documentElement.dataset) {
  look();
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}
