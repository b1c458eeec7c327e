// What an agent starts before it uses one of its tools: hands the agent's event to the desk and prints what the desk says.
// Plain Node, no dependencies: the text of this file is written into the profile, beside the relay. CommonJS, which Node
// starts sooner. Whatever fails blocks
// the action: stderr and exit code 2. With `--report` nobody waits for a verdict, and failures are silent; with `--asked`,
// only until the desk has heard of it, as the agent asks by itself.
const { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } = require("node:fs");
const { connect } = require("node:net");
const path = require("node:path");
const process = require("node:process");

/** As in `greeting.ts`. */
const HOOK_VERSION = 1;
/** How long the desk may take to start, and how often it is tried meanwhile. */
const START_MS = 20_000;
const RETRY_MS = 100;
/** The most that an agent may write, and the desk may answer. */
const EVENT_MAX_BYTES = 16 * 1024 * 1024;
const ANSWER_MAX_BYTES = 40 * 1024 * 1024;
/** The most that is kept for the desk while it is away. As in `reportedFile.ts`. */
const AWAY_MAX_BYTES = 256 * 1024;
/** The longest time that a timer takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;

const UNREADABLE =
  "Countersign's entry for this hook can't be read, so this action was blocked. Set the agent up again in Countersign, or undo its hook there.";

const [, , id = "", ...options] = process.argv;
const isReport = options.includes("--report");
const isAsked = options.includes("--asked");
let event = "";
let isHeard = false;
let isOver = false;

/** Whether a failure blocks. */
const fails = () => !isReport && (!isAsked || isHeard);

/**
 * Prints it and ends. Only the first one counts.
 * @param {{ stdout: string, stderr: string, exit: number }} said
 * @returns {Promise<never>}
 */
function end({ stdout, stderr, exit }) {
  if (!isOver) {
    isOver = true;
    const out = () => process.exit(exit);
    // Opening a stream takes its time.
    const print = () => {
      if (stdout === "") return out();
      process.stdout.on("error", () => process.exit(fails() ? 2 : 0));
      process.stdout.write(stdout, out);
    };
    if (stderr === "") return print();
    process.stderr.on("error", () => {});
    process.stderr.write(stderr, print);
  }
  return new Promise(() => {});
}

/**
 * Ends without the desk's verdict.
 * @param {import("../../../src-shared/agents/entry.ts").ReportedByHook["why"]} why
 * @param {string} message
 * @param {boolean} isLeft The user leaves it to the agent.
 */
function endAlone(why, message, isLeft = false) {
  const passes = isLeft || !fails();
  if (!isOver) reportLater(why, passes);
  return end({ stdout: "", stderr: passes ? "" : `${message}\n`, exit: passes ? 0 : 2 });
}

/**
 * For the desk to read once it runs. Not what the action is: only that there was one.
 * @param {import("../../../src-shared/agents/entry.ts").ReportedByHook["why"]} why
 * @param {boolean} passes
 */
function reportLater(why, passes) {
  try {
    const { tool_name, tool: named = tool_name, session_id, hook_event_name } = JSON.parse(event);
    /** @param {unknown} text */
    const cut = (text) => (typeof text === "string" ? text.slice(0, 200) : "");
    const [tool, session, name] = [named, session_id, hook_event_name].map(cut);
    if (!isId(id) || tool === "") return;
    const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK = 0 } = constants;
    const file = path.join(__dirname, `${id}.away`);
    const away = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o600);
    const line = { atMs: Date.now(), tool, session, event: name, why, passed: passes };
    if (fstatSync(away).size < AWAY_MAX_BYTES) writeSync(away, `${JSON.stringify(line)}\n`);
    closeSync(away);
  } catch {
    // It is only told; the refusal stands.
  }
}

/** @param {string} text */
const isId = (text) => /^[\w-]{1,200}$/.test(text);

/** @param {string} name */
const besides = (name) => {
  // A pipe in its place would be waited for.
  const flag = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  return JSON.parse(readFileSync(path.join(__dirname, name), { encoding: "utf8", flag }));
};

/** What the agent writes. */
async function readEvent() {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += chunk.length;
    if (bytes > EVENT_MAX_BYTES)
      await endAlone(
        "failed",
        "This action is larger than Countersign reads (16 MiB). It was blocked.",
      );
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return endAlone("failed", "What the agent handed over is not UTF-8. The action was blocked.");
  }
}

/**
 * @param {string} socket
 * @returns {Promise<import("node:net").Socket | null>}
 */
function tryDesk(socket) {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once("connect", () => resolve(connection));
    connection.once("error", () => resolve(null));
  });
}

/** @param {import("./greeting.ts").DeskFile} desk */
async function reachDesk({ socket, start }) {
  const running = await tryDesk(socket);
  // An event for which nobody waits starts no desk: it is handed in later.
  if (running !== null || start === null || !fails()) return running;
  const { spawn } = require("node:child_process");
  // The relay's own way, which lets the desk outlive the agent.
  const relay = path.join(__dirname, "relay.mjs");
  const isStarted = await new Promise((resolve) => {
    const between = spawn(process.execPath, [relay, "--start-desk"], {
      detached: true,
      stdio: "ignore",
      windowsHide: true,
    });
    between.once("error", () => resolve(false));
    between.once("exit", (code) => resolve(code === 0));
  });
  if (!isStarted) return null;
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    const started = await tryDesk(socket);
    if (started !== null) return started;
  }
  return null;
}

/**
 * The desk's one line; null if it ends without one.
 * @param {import("node:net").Socket} connection
 * @returns {Promise<string | null>}
 */
function lineOf(connection) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let bytes = 0;
    connection.on("error", () => {});
    connection.once("close", () => resolve(null));
    connection.on("data", (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (chunk.includes(0x0a)) resolve(Buffer.concat(chunks).toString("utf8"));
      else if (bytes > ANSWER_MAX_BYTES) connection.destroy();
    });
  });
}

/**
 * @param {string} line
 * @returns {import("../../../src-shared/agents/entry.ts").HookAnswer | null} Null if it is anything else.
 */
function answerIn(line) {
  try {
    if (line.indexOf("\n") !== line.length - 1) return null;
    const { ok, message, stdout, stderr, exit } = JSON.parse(line);
    if (ok === false && typeof message === "string") return { ok, message };
    const isWhole = ok === true && typeof stdout === "string" && typeof stderr === "string";
    if (!isWhole || !Number.isInteger(exit) || exit < 0 || exit > 255) return null;
    return { ok, stdout, stderr, exit };
  } catch {
    return null;
  }
}

async function main() {
  if (!isId(id)) await endAlone("failed", UNREADABLE);
  /** @type {import("../../../src-shared/agents/entry.ts").HookEntryFile} */
  const entry = besides(`${id}.json`);
  /** @type {import("./greeting.ts").DeskFile} */
  const desk = besides("desk.json");
  if (entry.id !== id || !(entry.denyAfterMs > 0)) await endAlone("failed", UNREADABLE);
  const late = "Nobody decided about this action in time, so Countersign blocked it.";
  const leftMs = Math.min(entry.denyAfterMs - process.uptime() * 1000, TIMER_MAX_MS);
  setTimeout(() => void endAlone("too-late", late), leftMs);
  event = await readEvent();
  const connection = await reachDesk(desk);
  if (connection === null)
    return endAlone(
      "not-running",
      "Countersign is not running and could not be started, so this action was blocked. Start it and try again.",
      entry.absent === "leave",
    );
  const greeting = {
    hook: HOOK_VERSION,
    id,
    token: entry.token,
    folder: process.cwd(),
    pid: process.ppid,
    ageMs: process.uptime() * 1000,
    event,
  };
  isHeard = true;
  process.exitCode = fails() ? 2 : 0;
  connection.write(`${JSON.stringify(greeting)}\n`);
  const line = await lineOf(connection);
  if (line === null)
    return endAlone("failed", "Countersign ended before it decided, so this action was blocked.");
  const answer = answerIn(line);
  if (answer === null)
    return endAlone("failed", "Countersign's answer can't be read, so this action was blocked.");
  return answer.ok ? end(answer) : endAlone("failed", answer.message);
}

process.exitCode = fails() ? 2 : 0;
const failed = () => void endAlone("failed", UNREADABLE);
process.on("uncaughtException", failed);
main().catch(failed);
