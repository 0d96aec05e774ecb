// What pages do beyond HTML: everything works without this, only less smoothly.

import "./held.js";
import "./clock.js";
import "./elsewhere.js";
import "./waiting.js";
import "./connection.js";
import "./drawers.js";
import "./forms.js";
import "./keyboard.js";
import "./drag.js";
import "./steps.js";
import "./sound.js";
import "./turn.js";
import "./looking.js";
import "./awake.js";
import "./ending.js";
import "./over.js";
import "./kiosk.js";
import "./print.js";
