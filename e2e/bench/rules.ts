// What rules cost: judging one request by a thousand of them, and a request that a rule lets through both gates, beside
// the SDK's client alone with the same model.
import path from "node:path";
import { rowOf } from "../../src-shared/filter/columns.ts";
import { factsOf } from "../../src-shared/filter/facts.ts";
import { indexText } from "../../src-shared/filter/text.ts";
import { ownTextsOf } from "../../src-shared/filter/texts.ts";
import { compile, judge } from "../../src-shared/policy/judge/judge.ts";
import { ruleSchema } from "../../src-shared/policy/rules/rule.ts";
import type { RequestDocument } from "../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { launch, removeFolder, tempFolder, writeConfig } from "../support/app.ts";
import { projectNode } from "../support/paths.ts";
import { startScriptedModel, streamsText } from "../support/scriptedModel.ts";
import { bareTrips } from "./bareTrips.ts";
import type { Trips } from "./bareTrips.ts";
import { electronTrips } from "./inElectron.ts";
import { connectBench } from "./subjects.ts";

const serverScript = path.join(import.meta.dirname, "server.mjs");
const RULES = 1000;

/** A request of 4 KB, as it stands at the first gate. */
function sampleToJudge(): Sample {
  const text = "Summarize the notes of today and say what is still open. ".repeat(70);
  const document: RequestDocument = {
    systemPrompt: "You are terse.",
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 100,
  };
  return {
    id: "s",
    asker: {
      ...{ serverId: "notes", name: "notes", transport: "stdio", where: "", era: "legacy" },
      ...{ protocolVersion: "2025-11-25", encrypted: null },
    },
    origin: { kind: "none" },
    reply: { kind: "pushed", requestId: 1 },
    receivedAtMs: 1,
    asked: document,
    askedHash: "",
    proposed: document,
    flags: [],
    media: [],
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: [],
  };
}

/**
 * Facts, text index and all rules, of which none matches, for each request; half of the rules ask for words.
 * @returns milliseconds of each run
 */
export function judgeTimes(runs: number): number[] {
  const rules = Array.from({ length: RULES }, (_one, n) =>
    ruleSchema.parse({
      id: `r${n}`,
      name: `Rule ${n}`,
      decide: "allow",
      when:
        n % 2 === 0
          ? `server:notes messages:>${n + 1} -has:findings`
          : `server:notes size:<1MB "words of rule ${n}"`,
    }),
  );
  const compiled = compile(rules);
  const server = { id: "", identity: null, name: "own" } as const;
  const context = { gate: "request", nowMs: 1, askedHash: "", thread: null } as const;
  return Array.from({ length: runs }, () => {
    const sample = sampleToJudge();
    const from = performance.now();
    let text: string | null = null;
    const item = {
      row: rowOf(factsOf(sample)),
      indexed: () => (text ??= indexText(ownTextsOf(sample))),
    };
    const found = judge(compiled, item, { ...context, server, judged: [] }, () => {
      throw new Error("no rule matches");
    });
    if (found !== null) throw new Error("no rule matches");
    return performance.now() - from;
  });
}

const ALLOW = ruleSchema.parse({
  ...{ id: "all", name: "All", gate: "both", when: "server:bench", decide: "allow" },
});

/** How long an app stands in which rules decide before its first request, as one does that was not just started. */
const STANDS_MS = 8000;

/** The app: a rule lets each request and each answer pass; the ledger is on. */
async function ownTrips(baseUrl: string, runs: number): Promise<Trips> {
  const folder = await tempFolder();
  const config = await writeConfig(folder, {
    bench: {
      command: projectNode,
      args: [serverScript],
      countersign: { limits: { perMinute: 100_000 } },
    },
  });
  const { page, close, profile } = await launch({ config });
  await page.getByRole("navigation").waitFor();
  const serverId = await connectBench(page);
  const { apart, inOne } = await page.evaluate(
    async ([server, url, count, standsMs, rule]) => {
      const { desk } = window;
      const value = <T>(result: { ok: true; value: T } | { ok: false; failure: object }): T => {
        if (!result.ok) throw new Error(JSON.stringify(result.failure));
        return result.value;
      };
      const frame = () => new Promise(requestAnimationFrame);
      const deadline = performance.now() + 120_000;
      const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
        while (performance.now() < deadline) {
          const found = await look();
          if (found !== undefined) return found;
          await frame();
        }
        throw new Error("it did not come");
      };
      const snapshot = async () => value(await desk.invoke("app.snapshot"));
      await window.pressKey();
      const provider = value(
        await desk.invoke("models.addProvider", { name: "bench", baseUrl: url, key: null }),
      );
      const ref = await until(async () => {
        const { models } = await snapshot();
        return models.providers.find(({ id }) => id === provider)?.models[0]?.ref;
      });
      await window.pressKey();
      value(await desk.invoke("models.setDefault", ref));
      await window.pressKey();
      value(await desk.invoke("rules.save", [rule], (await snapshot()).rules.revision));
      await window.pressKey();
      value(await desk.invoke("desk.switch", "rules"));
      await new Promise((resolve) => setTimeout(resolve, standsMs));
      const found: string[] = [];
      let ended: (run: string) => void = () => undefined;
      const stop = desk.subscribe((pushes) => {
        for (const { change } of JSON.parse(pushes) as {
          change: { kind: string; run?: object };
        }[]) {
          if (change.kind === "run" && Reflect.get(change.run ?? {}, "state") !== "running") {
            ended(JSON.stringify(change.run));
          }
        }
      });
      const called = async (args: { text: string; times?: number }): Promise<string> => {
        const done = new Promise<string>((resolve) => (ended = resolve));
        await window.pressKey();
        value(await desk.invoke("calls.start", server, "tool", "once", args));
        return done;
      };
      for (let run = 0; run < count; run += 1) found.push(await called({ text: `run ${run}` }));
      const many = await called({ text: "many", times: count });
      stop();
      return { apart: found, inOne: many };
    },
    [serverId, baseUrl, runs, STANDS_MS, ALLOW] as const,
  );
  await close();
  await removeFolder(profile);
  await removeFolder(folder);
  return { apart: apart.flatMap((one) => timesIn(one, 1)), inOne: timesIn(inOne, runs) };
}

/** The server's own times, in whatever the result of the run is wrapped. */
function timesIn(state: string, count: number): number[] {
  const times = [
    ...state.matchAll(/\\"sentMs\\":([\d.]+),\\"heardMs\\":([\d.]+),\\"answered\\":true/g),
  ].map(([, sent, heard]) => Number(heard) - Number(sent));
  if (times.length !== count) throw new Error(`not all were answered: ${state}`);
  return times;
}

/** Of one call that asks often, by its own: nothing of the calls' starting and ending is in it. */
interface InOne {
  own: number[];
  bare: number[];
  electron: number[];
}

/** Milliseconds of each trip, from the server's pen to its ear. */
export interface AllowedTrips {
  /** The very first one of the app, which the others leave out. */
  first: number;
  own: number[];
  /** The SDK's client and the AI SDK alone, under Node. */
  bare: number[];
  /** The same in Electron's main process. */
  electron: number[];
  inOne: InOne;
}

/** The first trip of each reads what is left of the code, and is left out. */
export async function allowedTrips(runs: number): Promise<AllowedTrips> {
  const model = await startScriptedModel(streamsText(["the ", "answer"]));
  const world = { baseURL: model.baseUrl, command: projectNode, script: serverScript };
  try {
    const bare = await bareTrips(world, runs + 1);
    const electron = await electronTrips(world, runs + 1);
    const trips = await ownTrips(model.baseUrl, runs + 1);
    const [first = Number.NaN, ...own] = trips.apart;
    return {
      ...{ first, own, bare: bare.apart.slice(1), electron: electron.apart.slice(1) },
      inOne: { own: trips.inOne, bare: bare.inOne, electron: electron.inOne },
    };
  } finally {
    await model.close();
  }
}
