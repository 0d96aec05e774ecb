// A passkey made or used: the one way back that needs a script. What the browser answers goes with a form as any other.

import { byId } from "./page.js";

const form = byId("passkey");
const credentials = window.PublicKeyCredential; // by plain http from another machine there is no such thing

function offer() {
  const { told, hint } = form.dataset;
  const button = Object.assign(document.createElement("button"), { textContent: told, className: "main" in form.dataset ? "main" : "" });
  form.append(button, note(hint));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      form.elements.answer.value = JSON.stringify(await answer());
      form.submit();
    } catch { // the reader has changed their mind, there is no passkey, or the server said no
      form.querySelector(".hint").textContent = form.dataset.failed;
      button.disabled = false;
    }
  });
}

async function answer() {
  const asked = await fetch(form.dataset.options, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (!asked.ok) throw new Error(asked.statusText);
  const options = await asked.json();
  if ("makes" in form.dataset) {
    return navigator.credentials.create({ publicKey: credentials.parseCreationOptionsFromJSON(options) });
  }
  return navigator.credentials.get({ publicKey: credentials.parseRequestOptionsFromJSON(options) });
}

function note(text) {
  const one = Object.assign(document.createElement("p"), { textContent: text, className: "hint" });
  one.setAttribute("aria-live", "polite");
  return one;
}

if (form) { // a guest without a name has none yet
  if ("hasName" in form.dataset && isSecureContext && credentials?.parseCreationOptionsFromJSON) offer();
  else form.append(note(form.dataset.notHere));
  form.parentElement.hidden = false;
}
