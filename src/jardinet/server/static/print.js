// On paper what is folded lies open, in browsers too whose styles cannot reach into it (print.css).

let folded = [];

addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("main details:not([open])")];
  for (const one of folded) one.open = true;
});

addEventListener("afterprint", () => {
  for (const one of folded) one.open = false;
  folded = [];
});
