// What every module asks of the page.

export const byId = (id) => document.getElementById(id);
export const main = () => byId("main");
export const setting = (name) => document.documentElement.dataset[name];

// Call something with every page that comes, as soon as it lies there: in the order in which garden.js names the modules.
export const onPage = (call) => document.addEventListener("htmx:before:settle", call);

// The ply at which the table of a page stands that has come: the page's own comes first in it, before those of steps.
export const plyOf = (text) => Number(/data-ply="(\d+)"/.exec(text)?.[1]);

// The button that opens a drawer; and to open whatever drawers something lies in, as that button does.
export const openerOf = (drawer) => drawer && document.querySelector(`[popovertarget="${drawer.id}"]:not([popovertargetaction])`);
export function reveal(one) {
  const opener = openerOf(one?.closest("[popover]:not(:popover-open)"));
  if (!opener) return;
  reveal(opener);
  opener.click();
}
