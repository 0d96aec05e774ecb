// Links that are copied, or given to whatever the device shares with, together with a picture where there is one.

import { byId } from "./page.js";

// On the root, not on the buttons: those come anew with every change at the table.
document.documentElement.toggleAttribute("data-shares", "share" in navigator);

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea"); // there is a clipboard where the site is trusted only: not on http
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (!isDone) throw new Error("not copied");
}

async function png(address) {
  const picture = Object.assign(new Image(), { src: address });
  await picture.decode();
  const [width, height] = [2 * picture.naturalWidth, 2 * picture.naturalHeight];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(picture, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function share({ share: url, title, picture }) {
  const files = picture ? [new File([await png(picture)], "jardinet.png", { type: "image/png" })] : [];
  const whole = { url, title, files };
  await navigator.share(files.length && navigator.canShare?.(whole) ? whole : { url, title });
}

async function keep({ href, download }) {
  const own = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await png(href)) });
  own.download = download.replace(".svg", ".png");
  own.click();
  setTimeout(() => URL.revokeObjectURL(own.href), 10000);
}

document.addEventListener("click", async (event) => {
  const { dataset } = event.target.closest("[data-copy], [data-share]") ?? {};
  const link = event.target.closest("[data-as-png]");
  if (link) {
    event.preventDefault();
    keep(link).catch(() => { location.href = link.href; });
  } else if (dataset?.share && navigator.share) {
    share(dataset).catch(() => {}); // whoever thinks better of it has done nothing wrong
  } else if (dataset) {
    await copy(dataset.copy ?? dataset.share);
    byId("copied").textContent = dataset.done;
  }
});
