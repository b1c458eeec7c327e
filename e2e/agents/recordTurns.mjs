// Records what Claude Code, Codex and opencode send to their model in a conversation of forty turns: prompts that follow
// each other, tool calls, a sub-agent, /compact, and what they ask for on the side. Every request as it came, byte for byte:
// `node e2e/agents/recordTurns.mjs FOLDER [AGENT…]` writes FOLDER/AGENT/NNN.json (headers) and NNN.body, unless they are there,
// and some of them, with their texts cut, beside the tests in src-shared/request/parts/recorded.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import path from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { ensureHosts, hostBinary, hostVersion } from "../../scripts/setup/hosts.mjs";
import { root } from "../../scripts/setup/paths.mjs";
import { removeFolder, tempFolder } from "../support/app.ts";
import { startAgentModel } from "./agentModel.ts";
import { realAgent } from "./realAgents.ts";

/** @typedef {"claude-code" | "codex" | "opencode"} Recorded */
/** Tool calls after each prompt. */
const CALLS = 13;
const LONGEST_MS = 120_000;

/**
 * Stands before the model and keeps what passes. The next `full` responses say that the context is nearly full, so that agents
 * compact it by themselves.
 * @param {string} modelUrl
 * @param {string} folder
 */
async function startRecorder(modelUrl, folder) {
  const { port: modelPort } = new URL(modelUrl);
  const state = { count: 0, full: 0 };
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      if (request.method === "POST") {
        const name = path.join(folder, String(state.count).padStart(3, "0"));
        state.count += 1;
        const { url, rawHeaders } = request;
        writeFileSync(`${name}.json`, JSON.stringify({ url, rawHeaders }, null, 1));
        writeFileSync(`${name}.body`, body);
      }
      const { "accept-encoding": _any, "content-length": _length, ...headers } = request.headers;
      const onward = httpRequest(
        {
          port: modelPort,
          method: request.method,
          path: request.url,
          headers: { ...headers, "content-length": body.length },
        },
        (answer) => {
          /** @type {Buffer[]} */
          const parts = [];
          answer.on("data", (part) => parts.push(part));
          answer.on("end", () => {
            // The scripted model's ids are always the same: Claude Code would make one message of all.
            const text = Buffer.concat(parts)
              .toString("utf8")
              .replaceAll(/"id":"(msg_1|m1|r1|x)"/g, `"id":"$1_${state.count}"`);
            response.writeHead(answer.statusCode ?? 500, {
              "content-type": answer.headers["content-type"] ?? "",
            });
            const isFull = state.full > 0;
            if (isFull) state.full -= 1;
            response.end(
              isFull
                ? text.replaceAll(/("(?:input|prompt|total)_tokens"):\d+/g, "$1:190000")
                : text,
            );
          });
        },
      );
      onward.end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    state,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Words that nobody wrote, always the same. @param {number} seed @param {number} length */
function prose(seed, length) {
  const words =
    "tide lamp orchard signal copper meadow ledger winter harbour thread quarry violin".split(" ");
  let text = "";
  for (let at = seed; text.length < length; at += 7)
    text += `${words[(at * 5 + (at >> 3)) % words.length]}${at % 11 === 0 ? ".\n" : " "}`;
  return text.slice(0, length);
}

/** A repository whose files the agent reads. @param {string} project */
function fillProject(project) {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync("git", ["-c", "user.name=N", "-c", "user.email=n@example.invalid", ...words], {
      cwd: project,
    });
  for (let at = 0; at < 12; at += 1)
    writeFileSync(path.join(project, `notes${at}.md`), prose(at, 4500));
  for (const name of ["CLAUDE.md", "AGENTS.md"])
    writeFileSync(path.join(project, name), "# Rules\n\nWrite short sentences.\n");
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "Notes");
}

/** @param {Recorded} id @param {import("./realAgents.ts").RealAgent} agent */
function scriptOf(id, agent) {
  const read = (/** @type {number} */ at) =>
    id === "codex" ? agent.command(`cat notes${at % 12}.md`) : agent.read(`notes${at % 12}.md`);
  const turns = Array.from({ length: 80 }, (_unused, at) => {
    if (at === 4) return [agent.spawns("sub")];
    if (at % 6 === 1) return [agent.command(`echo step ${at} && date +%s && git status --short`)];
    if (at % 6 === 2) return [agent.write(`made${at}.txt`, prose(at, 700))];
    if (at % 6 === 3) return [read(at), read(at + 1)];
    return [read(at)];
  });
  /** @param {string} prompt */
  const obeys = (prompt, /** @type {readonly string[]} */ told) => {
    const prompts = new Set(prompt.match(/SCRIPT:w\d/g) ?? []).size;
    const wanted = turns.slice(0, CALLS * prompts).flat().length;
    return told.length < wanted && prompts > 0 ? turns : [];
  };
  return { obeys, sub: [[read(1)], [agent.command("ls")], [read(2)]] };
}

/** @param {string} program @param {string[]} words @param {string} cwd @param {Record<string, string>} env */
async function run(program, words, cwd, env, keys = /** @type {[number, string][]} */ ([])) {
  const isTyped = keys.length > 0;
  const line = [hostBinary(program), ...words];
  const [command, ...args] = isTyped
    ? [
        "script",
        "-qec",
        `stty rows 50 cols 140; exec ${line.map((word) => `'${word}'`).join(" ")}`,
        "/dev/null",
      ]
    : line;
  const child = spawn(command ?? "", args, {
    cwd,
    env: {
      PATH: process.env["PATH"] ?? "",
      PWD: cwd,
      NO_COLOR: "1",
      LOOP_KEY: "dummy",
      TERM: "xterm-256color",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => (output += String(part)));
  const stop = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(stop, LONGEST_MS);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (!isTyped) child.stdin.end();
  for (const [afterMs, key] of keys) {
    await wait(afterMs);
    if (key === "STOP") stop();
    else child.stdin.write(key);
  }
  await ended;
  clearTimeout(timer);
  return output;
}

/** @param {Recorded} id @param {string} out */
async function record(id, out) {
  const folder = path.join(out, id);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const model = await startAgentModel();
  const recorder = await startRecorder(model.baseUrl, folder);
  const profile = await tempFolder();
  const agent = await realAgent(id, { ...model, baseUrl: recorder.baseUrl }, profile);
  fillProject(agent.project);
  if (id === "claude-code")
    writeFileSync(
      path.join(profile, "home/.claude.json"),
      JSON.stringify({
        hasCompletedOnboarding: true,
        bypassPermissionsModeAccepted: true,
        customApiKeyResponses: { approved: ["dummy"], rejected: [] },
        projects: { [agent.project]: { hasTrustDialogAccepted: true } },
      }),
    );
  // It compacts only a model whose limit it knows.
  if (id === "opencode") {
    const file = path.join(agent.project, "opencode.json");
    const limited = `"models":{"test-model":{"limit":{"context":100000,"output":8000},`;
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/"models":\s*\{\s*"test-model":\s*\{/, limited));
  }
  const { obeys, sub } = scriptOf(id, agent);
  model.play({ sub });
  model.obey(obeys);
  const { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: _quiet, ...own } = agent.env;
  const env = {
    HOME: path.join(profile, "home"),
    ...own,
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    // Claude Code refuses to run as root without asking, but in a sandbox.
    IS_SANDBOX: "1",
  };
  const marks = /** @type {Record<string, number>} */ ({});
  const note = (/** @type {string} */ name) => (marks[name] = recorder.state.count);
  const say = async (
    /** @type {string} */ name,
    /** @type {string[]} */ words,
    /** @type {[number, string][] | undefined} */ keys,
  ) => {
    note(name);
    const output = await run(agent.program, words, agent.project, env, keys);
    writeFileSync(path.join(folder, `${name}.out`), output);
    process.stdout.write(`${id} ${name}: ${recorder.state.count - (marks[name] ?? 0)} requests\n`);
  };
  try {
    await SAYS[id](say, recorder.state);
  } finally {
    writeFileSync(path.join(folder, "marks.json"), JSON.stringify({ ...marks, profile }));
    recorder.close();
    await model.close();
    await removeFolder(profile);
  }
}

/** @typedef {(name: string, words: string[], keys?: [number, string][]) => Promise<void>} Say */
/** What its user does. @type {Record<Recorded, (say: Say, state: { full: number }) => Promise<void>>} */
const SAYS = {
  async "claude-code"(say) {
    const words = ["--model", "claude-sonnet-4-5", "--dangerously-skip-permissions"];
    await say("first", ["-p", "SCRIPT:w1 Read the notes.", ...words]);
    await say("second", ["-p", "SCRIPT:w2 Go on.", "--continue", ...words]);
    await say("third", ["-p", "SCRIPT:w3 Go on.", "--continue", ...words]);
    await say("compact", ["-p", "/compact", "--continue", ...words]);
    await say("after", ["-p", "SCRIPT:w4 Go on.", "--continue", ...words]);
    await say("typed", words, [
      [6000, "SCRIPT:w1 Read the notes."],
      [500, "\r"],
      [30_000, "/compact"],
      [500, "\r"],
      [10_000, "STOP"],
    ]);
  },
  async codex(say, state) {
    const flags = [
      "--skip-git-repo-check",
      "--dangerously-bypass-approvals-and-sandbox",
      "-m",
      "test-model",
    ];
    const again = (/** @type {string} */ text) => ["exec", "resume", ...flags, "--last", text];
    await say("first", ["exec", ...flags, "SCRIPT:w1 Read the notes."]);
    await say("second", again("SCRIPT:w2 Go on."));
    await say("third", again("SCRIPT:w3 Go on."));
    state.full = 1;
    await say("compact", [
      ...again("SCRIPT:w4 Go on."),
      "-c",
      "model_auto_compact_token_limit=100000",
    ]);
  },
  async opencode(say, state) {
    await say("first", ["run", "SCRIPT:w1 Read the notes."]);
    await say("second", ["run", "SCRIPT:w2 Go on.", "--continue"]);
    await say("third", ["run", "SCRIPT:w3 Go on.", "--continue"]);
    state.full = 1;
    await say("compact", ["run", "SCRIPT:w4 Go on.", "--continue"]);
  },
};

/**
 * The requests that tests read.
 * @param {Recorded} id @param {Record<string, number>} marks @param {(at: number) => Record<string, string>} headersOf
 */
function kept(id, marks, headersOf) {
  const { first = 0, second = 0, compact = 0 } = marks;
  let sub = first;
  const names = ["x-claude-code-agent-id", "x-codex-parent-thread-id", "x-parent-session-id"];
  while (!names.some((name) => name in headersOf(sub))) sub += 1;
  const begin = id === "opencode" ? first + 1 : first;
  const turns = { turn1: begin, turn2: begin + 1, turn3: begin + 2, prompt2: second, sub };
  const later = id === "claude-code" ? compact : compact + 1;
  return {
    ...turns,
    summary: later,
    compacted: marks["after"] ?? later + 1,
    ...(id === "codex" ? {} : { title: marks["typed"] ?? first }),
  };
}

/** @param {unknown} value @returns {unknown} */
function cut(value) {
  if (typeof value === "string") return value.length > 200 ? `${value.slice(0, 160)}…` : value;
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== "object" || value === null) return value;
  const uncut = new Set(["x-codex-turn-metadata", "user_id"]);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      uncut.has(name) ? one : name === "tools" ? cut(one.slice(0, 2)) : cut(one),
    ]),
  );
}

/** @param {Recorded} id @param {string} folder */
function keep(id, folder) {
  const text = (/** @type {number} */ at, /** @type {string} */ type) =>
    readFileSync(path.join(folder, `${String(at).padStart(3, "0")}.${type}`), "utf8");
  const headersOf = (/** @type {number} */ at) => {
    /** @type {string[]} */
    const raw = JSON.parse(text(at, "json")).rawHeaders;
    return Object.fromEntries(
      raw.flatMap((name, index) =>
        index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ""]] : [],
      ),
    );
  };
  const { profile, ...marks } = JSON.parse(readFileSync(path.join(folder, "marks.json"), "utf8"));
  const requests = Object.fromEntries(
    Object.entries(kept(id, marks, headersOf)).map(([name, at]) => {
      const body = JSON.stringify(cut(JSON.parse(text(at, "body"))));
      const one = { bytes: Buffer.byteLength(text(at, "body")), headers: headersOf(at), body };
      return [name, JSON.parse(JSON.stringify(one).replaceAll(profile, "/home/user"))];
    }),
  );
  const version = hostVersion(id === "claude-code" ? "claude" : id);
  const file = path.join(root, "src-shared/request/parts/recorded", `${id}.json`);
  writeFileSync(file, `${JSON.stringify({ version, requests }, null, 2)}\n`);
}

const [out = "", ...ids] = process.argv.slice(2);
if (out === "") throw new Error("Usage: node e2e/agents/recordTurns.mjs FOLDER [AGENT…]");
await ensureHosts(["claude", "codex", "opencode"]);
for (const id of /** @type {Recorded[]} */ (Object.keys(SAYS)))
  if (ids.length === 0 || ids.includes(id)) {
    if (!existsSync(path.join(out, id, "marks.json"))) await record(id, out);
    keep(id, path.join(out, id));
  }
