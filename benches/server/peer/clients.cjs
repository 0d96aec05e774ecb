// Clients of a boardgame.io server: raw socket.io, so that nothing of its own client is measured.
// A line of JSON in, a line out: {matches, watchers} opens the sockets; {moves} or {seconds} plays.
const readline = require("node:readline");
const { io } = require("socket.io-client");

const CELLS = 16;
const address = process.argv[2];
let matches = [];
let games = 0;

class Match {
  async open(watchers) {
    this.sockets = await Promise.all(["0", "1", ...Array(watchers).fill(null)].map((seat) => this.join(seat)));
    await this.begin();
  }

  async join(seat) {
    const socket = io(`${address}/grid`, { transports: ["websocket"], multiplex: false });
    socket.seat = seat;
    socket.on("update", (id, state) => this.told(id, state));
    await new Promise((resolve) => socket.once("connect", resolve));
    return socket;
  }

  // A new game for the same sockets: the first to ask makes it, and spectators ask after the players.
  async begin() {
    this.id = `match-${++games}`;
    this.plays = 0;
    for (const socket of this.sockets) {
      const synced = new Promise((resolve) => socket.once("sync", (_id, told) => resolve(told.state._stateID)));
      socket.emit("sync", this.id, socket.seat, undefined, 2);
      this.stateID = await synced;
    }
  }

  told(id, state) {
    if (id !== this.id || state._stateID <= this.stateID) return;
    if (++this.seen === this.sockets.length) {
      this.stateID = state._stateID;
      this.done(performance.now() - this.clicked);
    }
  }

  // One move; resolves with the milliseconds until all have seen it.
  async play() {
    if (this.plays === 2 * CELLS) await this.begin();
    const seat = this.plays % 2;
    const action = { type: "MAKE_MOVE", payload: { type: "place", args: [this.plays >> 1], playerID: String(seat) } };
    this.plays++;
    this.seen = 0;
    this.clicked = performance.now();
    const last = new Promise((resolve) => (this.done = resolve));
    this.sockets[seat].emit("update", action, this.stateID, this.id, String(seat));
    return last;
  }
}

async function open({ matches: count, watchers }) {
  matches.flatMap((match) => match.sockets).forEach((socket) => socket.disconnect());
  matches = Array.from({ length: count }, () => new Match());
  for (const match of matches) await match.open(watchers);
  return { open: matches.length };
}

async function play({ moves = Infinity, seconds = Infinity }) {
  const begun = performance.now();
  const seen = [];
  await Promise.all(
    matches.map(async (match) => {
      for (let move = 0; move < moves && performance.now() - begun < 1000 * seconds; move++) seen.push(await match.play());
    }),
  );
  return { plays: seen.length, seconds: (performance.now() - begun) / 1000, seen };
}

readline
  .createInterface({ input: process.stdin })
  .on("line", async (line) => {
    const asked = JSON.parse(line);
    console.log(JSON.stringify(await ("matches" in asked ? open(asked) : play(asked))));
  })
  .on("close", () => process.exit(0));
