// Plays a whole game in Firefox, over WebDriver BiDi, by mouse and by an Enter that is held in turns: node firefox.mjs SITE GAME FIREFOX [PICTURE]. Says what it saw, as JSON.

import puppeteer from "puppeteer-core";

const [site, game, executablePath, picture] = process.argv.slice(2);
const faults = [];
const SHOWN = 6; // plays whose steps are waited for
const REPEATS = 5; // of a key that is held, whatever has the focus by then
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });

// What can be pressed now, the free cell that a tile fits best before all others: so a game comes to its end.
function choose(turn) {
  if (document.documentElement.classList.contains("shows-steps")) return ""; // a press would only skip them
  const setUp = document.querySelector("#ready, #arrange");
  if (setUp) return setUp.id;
  const tile = Number(document.querySelector(".in-hand b")?.textContent ?? 0);
  const misfit = (one) => {
    const takes = one.querySelector(".accepts")?.dataset.takes.match(/\d+/g)?.map(Number);
    return takes ? Math.abs(tile - (takes[0] + takes.at(-1)) / 2) : Infinity;
  };
  const all = [...document.querySelectorAll("#board button[name=play]:not([disabled], [aria-pressed=true])")];
  const calm = all.filter((one) => !one.textContent.includes("⇄"));
  const best = (calm.length ? calm : all).sort((one, other) => misfit(one) - misfit(other));
  const good = best.filter((one) => misfit(one) < 4);
  const others = best.filter((one) => misfit(one) === Infinity);
  return (good[0] ?? others[turn % others.length] ?? best[0])?.id ?? "";
}

try {
  const page = await browser.newPage();
  page.setDefaultTimeout(120000);
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`${site}/set-up/${game}`);
  await page.type("main [name=name]", "Flora");
  await page.select("main [name=seat2]", "casual");
  await page.select("main [name=bot_pace]", "instant");
  await Promise.all([page.waitForNavigation(), page.click("form[action='/tables'] button.main")]);
  let [presses, plays, posts] = [0, 0, 0];
  page.on("request", (request) => { posts += request.method() === "POST"; });
  while (!(await page.$("#after")) && presses < 400) {
    const id = await page.evaluate(choose, presses);
    if (!id) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    if (presses === SHOWN) await page.evaluate(() => { document.documentElement.dataset.speed = "off"; });
    const before = await page.$eval("main", (main) => main.dataset.ply);
    const isHeld = presses % 2 === 1;
    if (isHeld) {
      await page.focus(`#${id}`);
      await page.keyboard.down("Enter");
    } else await page.click(`#${id}`);
    presses += 1;
    await page.waitForFunction(
      (ply, pressed) => document.querySelector("main").dataset.ply !== ply || document.querySelector("#after, [name=play][aria-pressed=true]")
        || (pressed === "arrange" && document.querySelector("#ready")),
      {}, before, id,
    );
    for (let times = 0; isHeld && times < REPEATS; times += 1) await page.keyboard.down("Enter");
    if (isHeld) await page.keyboard.up("Enter");
    plays += id !== "arrange";
  }
  if (picture) await page.screenshot({ path: picture });
  const verdict = await page.$eval("#after", (one) => one.textContent);
  console.log(JSON.stringify({ browser: await browser.version(), presses, plays, posts, verdict, faults }));
} finally {
  await browser.close();
}
