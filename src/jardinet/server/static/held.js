// A key that is held down presses once. Browsers let it press again, some thirty times a second after half a second, whatever
// has the focus by then: the cell beneath a tile that was just drawn, the next game after the last placement, a rematch.

// Space is that for buttons alone: elsewhere it is typed, or scrolls the page. What it did not go down on it does not press.
const isPress = ({ key, target }) => key === "Enter" || key === "Escape" || (key === " " && Boolean(target.closest?.("button, summary")));

// Before all others: steps that are shown are not skipped by it.
addEventListener("keydown", (event) => {
  if (!event.repeat || !isPress(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
