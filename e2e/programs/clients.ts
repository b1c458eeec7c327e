// The client programs: the official SDKs and what is built on them, each a process of its own that does every step.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import readline from "node:readline";
import { environmentDir } from "../../scripts/setup/python.mjs";
import { npmVersion } from "../interop/pins.ts";
import { projectNode } from "../support/paths.ts";
import { FAILED, PLAIN, WEATHER } from "./model.ts";
import { LOCAL_STEPS, STEPS } from "./table.ts";
import type { Outcome, Row, Step } from "./table.ts";
import type { World } from "./world.ts";

interface Client {
  name: string;
  command: string;
  args: string[];
}

const file = (name: string): string => path.join(import.meta.dirname, "clients", name);
const pins = readFileSync(path.join(import.meta.dirname, "requirements.txt"), "utf8");
const pypi = (name: string): string =>
  `${name} ${new RegExp(`^${name}==(.+)$`, "m").exec(pins)?.[1] ?? "?"} (PyPI)`;
const npm = (name: string): string => `${name} ${npmVersion(name)} (npm)`;
const node = (script: string, ...args: string[]) => ({
  command: projectNode,
  args: [file(script), ...args],
});
const python = (script: string, ...args: string[]) => ({
  command: path.join(environmentDir("programs"), "bin/python"),
  args: [file(script), ...args],
});

export const CLIENTS: readonly Client[] = [
  { name: `${npm("openai")}, chat completions`, ...node("openai.mjs", "chat") },
  { name: `${npm("openai")}, Responses`, ...node("openai.mjs", "responses") },
  { name: npm("@anthropic-ai/sdk"), ...node("anthropic.mjs") },
  { name: `${pypi("openai")}, chat completions`, ...python("openai_sdk.py", "chat") },
  { name: `${pypi("openai")}, Responses`, ...python("openai_sdk.py", "responses") },
  { name: `${npm("ai")}, ${npm("@ai-sdk/openai")}`, ...node("aiSdk.mjs", "openai") },
  { name: `${npm("ai")}, ${npm("@ai-sdk/anthropic")}`, ...node("aiSdk.mjs", "anthropic") },
  { name: pypi("langchain-openai"), ...python("langchain_models.py", "openai") },
  { name: pypi("langchain-anthropic"), ...python("langchain_models.py", "anthropic") },
];

/** The official SDKs, once for each dialect, with the built-in model. */
export const LOCAL_CLIENTS: readonly Client[] = [
  { name: `${npm("openai")}, chat completions`, ...node("local.mjs", "chat") },
  { name: `${npm("openai")}, Responses`, ...node("local.mjs", "responses") },
  { name: npm("@anthropic-ai/sdk"), ...node("local.mjs", "messages") },
];

/** A client that has done nothing for so long hangs. */
const LONGEST_MS = 120_000;

interface Line {
  step: Step;
  got?: unknown;
  error?: string;
}

function start(client: Client, environment: Record<string, string>) {
  const { HOME = "", PATH = "" } = process.env;
  const child = spawn(client.command, client.args, {
    env: {
      HOME,
      PATH,
      LANGSMITH_TRACING: "false",
      PYTHONDONTWRITEBYTECODE: "1",
      ...environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: LONGEST_MS,
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  return {
    ended: once(child, "exit"),
    /** Its request is held: it may leave. */
    leave: () => void child.stdin.write("\n"),
    /** What it printed until its end; says on the console why there are fewer lines than steps. @param each before a line is read */
    async lines(steps: number, each: () => Promise<unknown> = async () => {}): Promise<Line[]> {
      const lines: Line[] = [];
      for await (const line of readline.createInterface({ input: child.stdout })) {
        await each();
        lines.push(JSON.parse(line) as Line);
      }
      if (lines.length < steps) process.stderr.write(`${client.name}: ${stderr.slice(-2000)}\n`);
      return lines;
    },
  };
}

export async function runClient(client: Client, world: World): Promise<Row> {
  const { ended, leave, lines: linesOf } = start(client, world.environment("WATCHED"));
  const before = {
    HELD: await world.requestsOf("HELD"),
    BUDGET: await world.requestsOf("BUDGET"),
  };
  // The request that it leaves is no try of the one that is rejected.
  const left = 1;
  const wrong = world.rejectUntil(ended, leave).then(() => null, String);
  // One a minute is allowed: at each step it is used up again, so that the step of the limit finds none.
  const lines = await linesOf(Object.keys(STEPS).length, () => world.spend("LIMITED"));
  const outcomes: Row["outcomes"] = {};
  for (const line of lines) outcomes[line.step] = outcomeOf(line);
  const words = await wrong;
  if (words !== null) outcomes.leave = { passed: false, words: words.slice(0, 300) };
  await noteQuiet(world, outcomes);
  // No SDK may send a refused request again.
  for (const [step, use] of [
    ["reject", "HELD"],
    ["budget", "BUDGET"],
  ] as const) {
    const tries = (await world.requestsOf(use)) - before[use] - (use === "HELD" ? left : 0);
    if (outcomes[step]?.passed === true && tries !== 1)
      outcomes[step] = { passed: false, words: `sent ${tries} times` };
  }
  return { client: client.name, outcomes };
}

/** The question of `clients/local.mjs`; a small model knows the answer. */
const CAPITAL = /Paris/;

/** With the built-in model `model`: what is held is approved at both gates. */
export async function runLocal(client: Client, world: World, model: string): Promise<Row> {
  const { ended, lines: linesOf } = start(client, world.environment("WATCHED", model));
  const approving = world.approveUntil(ended);
  const outcomes: Row["outcomes"] = {};
  for (const { step, got, error } of await linesOf(Object.keys(LOCAL_STEPS).length))
    outcomes[step] =
      typeof got === "string" && CAPITAL.test(got)
        ? { passed: true }
        : { passed: false, words: (error ?? JSON.stringify(got) ?? "").slice(0, 200) };
  const asked = await approving;
  if (asked.join() !== model) outcomes.held = { passed: false, words: `asked ${asked.join()}` };
  return { client: client.name, outcomes };
}

/** A cancelled stream has ended at the provider too. */
export async function noteQuiet(world: World, outcomes: Row["outcomes"]): Promise<void> {
  await world.isQuiet().catch((error: unknown) => {
    outcomes.cancel = { passed: false, words: String(error).slice(0, 100) };
  });
}

const REFUSALS: Partial<Record<Step, [status: number, code: string]>> = {
  reject: [403, "user_rejected"],
  limit: [429, "limit_exceeded"],
  budget: [429, "budget_exceeded"],
};

function outcomeOf({ step, got, error }: Line): Outcome {
  if (error !== undefined) return { passed: false, words: error.slice(0, 200) };
  const failed = { passed: false, words: JSON.stringify(got)?.slice(0, 200) ?? "nothing" };
  const refusal = REFUSALS[step];
  if (refusal !== undefined) {
    const [status, code] = refusal;
    const { status: had, body, message } = got as { status: number; body: string; message: string };
    return had === status && (body + message).includes(code)
      ? { passed: true, words: `${status} \`${code}\`` }
      : failed;
  }
  if (step === "fails")
    return JSON.stringify(got).includes(FAILED) ? { passed: true, words: "its words" } : failed;
  const wants: Partial<Record<Step, (value: unknown) => boolean>> = {
    plain: (value) => value === PLAIN,
    stream: (value) => value === PLAIN,
    tools: (value) => String(value).includes("21 degrees in Paris"),
    structured: (value) =>
      Reflect.get(Object(value), "city") === WEATHER.city &&
      Reflect.get(Object(value), "degrees") === WEATHER.degrees,
    cancel: (value) => value === "cancelled",
    leave: (value) => value === "cancelled",
  };
  return wants[step]?.(got) === true ? { passed: true } : failed;
}
