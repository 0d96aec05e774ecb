// Setting a table: what contradicts a choice cannot be chosen, and says why. What contradicts what is the server's to say.

const form = document.querySelector("[data-clash]");
const radios = [...form.querySelectorAll("[type=radio]")];

function bar() {
  const barred = new Map(); // by `option=value`, the choice that it contradicts
  for (const radio of radios) {
    if (radio.checked) for (const other of radio.dataset.excludes.split(" ")) barred.set(other, radio.dataset.said);
  }
  for (const radio of radios) {
    const by = radio.checked ? undefined : barred.get(`${radio.name}=${radio.value}`);
    radio.disabled = by !== undefined;
    radio.closest("label").querySelector(".clash").textContent = by ? form.dataset.clash.replace("{choice}", by) : "";
  }
}

// Who begins is one of the seats that there are.
function count() {
  const there = [...form.querySelectorAll("select[name^=seat]")].filter((seat) => seat.value).length;
  for (const option of form.querySelectorAll("[name=first] option")) {
    option.hidden = option.disabled = Number(option.value) > there;
    if (option.disabled && option.selected) option.parentElement.selectedIndex = 0;
  }
}

form.addEventListener("change", count);
addEventListener("pageshow", count);
form.addEventListener("change", bar);
addEventListener("pageshow", bar); // back from the table, the form is as it was left
