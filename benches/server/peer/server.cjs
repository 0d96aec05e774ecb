// boardgame.io's own server, in memory, with a game as large as Lucky Numbers: boards of sixteen cells, a secret pile.
const { PlayerView } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");

const CELLS = 16;

const Grid = {
  name: "grid",
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => {
    const pile = random.Shuffle([...Array(2 * CELLS + 1).keys()]);
    return { boards: [Array(CELLS).fill(null), Array(CELLS).fill(null)], drawn: pile.pop(), secret: { pile } };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: {
      client: false,
      move: ({ G, playerID }, cell) => {
        const board = G.boards[playerID];
        if (board[cell] !== null) return "INVALID_MOVE";
        board[cell] = G.drawn;
        G.drawn = G.secret.pile.pop();
      },
    },
  },
  endIf: ({ G }) => (G.boards.every((board) => board.every((tile) => tile !== null)) ? { draw: true } : undefined),
};

const server = Server({ games: [Grid], origins: [/.*/] });
server.run(0).then(({ appServer }) => console.log(JSON.stringify({ port: appServer.address().port })));
process.stdin.on("end", () => process.exit(0)).resume();
