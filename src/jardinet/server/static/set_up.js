// Setting a table: what contradicts a choice cannot be chosen, and says why. What contradicts what is the server's to say.

const form = document.querySelector("[data-clash]");
const radios = [...form.querySelectorAll("[type=radio]")];

function bar() {
  const chosen = radios.filter((radio) => radio.checked);
  for (const radio of radios) {
    const name = `${radio.name}=${radio.value}`;
    const by = chosen.includes(radio) ? undefined : chosen.find((one) => one.dataset.excludes.split(" ").includes(name));
    radio.disabled = Boolean(by);
    radio.closest("label").querySelector(".clash").textContent = by ? form.dataset.clash.replace("{choice}", by.dataset.said) : "";
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

for (const look of [bar, count]) {
  form.addEventListener("change", look);
  addEventListener("pageshow", look); // back from the table, the form is as it was left
}
