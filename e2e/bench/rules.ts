// What rules cost: judging one request by a thousand of them, and a request that a rule lets through both gates, beside
// the SDK's client alone with the same model.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { streamText } from "ai";
import { rowOf } from "../../src-shared/filter/columns.ts";
import { factsOf } from "../../src-shared/filter/facts.ts";
import { indexText } from "../../src-shared/filter/text.ts";
import { textOf } from "../../src-shared/filter/texts.ts";
import { compile, judge } from "../../src-shared/policy/judge.ts";
import { ruleSchema } from "../../src-shared/policy/rule.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { launch, removeFolder, tempFolder, writeConfig } from "../support/app.ts";
import { projectNode } from "../support/paths.ts";
import { startScriptedModel, streamsText } from "../support/scriptedModel.ts";
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
  const context = { gate: "request", nowMs: 1, askedHash: "", thread: null, judged: [] } as const;
  return Array.from({ length: runs }, () => {
    const sample = sampleToJudge();
    const from = performance.now();
    let text: string | null = null;
    const item = {
      row: rowOf(factsOf(sample)),
      indexed: () => (text ??= indexText(textOf(sample))),
    };
    const found = judge(compiled, item, context, () => {
      throw new Error("no rule matches");
    });
    if (found !== null) throw new Error("no rule matches");
    return performance.now() - from;
  });
}

interface Times {
  sentMs: number;
  heardMs: number;
}
const tripOf = (text: string | undefined): number => {
  const { sentMs, heardMs } = JSON.parse(text ?? "null") as Times;
  return heardMs - sentMs;
};

/** The SDK's client alone, whose handler streams from the model by the AI SDK. */
async function bareTrips(baseURL: string, runs: number): Promise<number[]> {
  const model = createOpenAICompatible({ name: "bare", baseURL, includeUsage: true }).chatModel(
    "m",
  );
  const client = new Client({ name: "bare", version: "0.0.0" }, { capabilities: { sampling: {} } });
  client.setRequestHandler("sampling/createMessage", async () => {
    const { textStream } = streamText({ model, prompt: "bench", maxRetries: 0 });
    let text = "";
    for await (const more of textStream) text += more;
    return { role: "assistant", content: { type: "text", text }, model: "m" };
  });
  await client.connect(new StdioClientTransport({ command: projectNode, args: [serverScript] }));
  const trips: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await client.callTool({ name: "once", arguments: { text: `run ${run}` } });
    trips.push(tripOf((result.content as { text: string }[])[0]?.text));
  }
  await client.close();
  // The first run reads the code.
  return trips.slice(1);
}

const ALLOW = {
  rules: [{ id: "all", name: "All", gate: "both", when: "server:bench", decide: "allow" }],
};

/** The app: a rule lets each request and each answer pass; the ledger is on. */
async function ownTrips(baseUrl: string, runs: number): Promise<number[]> {
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
  await writeFile(path.join(profile, "rules.json"), JSON.stringify(ALLOW));
  const serverId = await connectBench(page);
  const texts = await page.evaluate(
    async ([server, url, count]) => {
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
      const provider = value(
        await desk.invoke("models.addProvider", { name: "bench", baseUrl: url, key: null }),
      );
      const ref = await until(async () => {
        const { models } = await snapshot();
        return models.providers.find(({ id }) => id === provider)?.models[0]?.ref;
      });
      value(await desk.invoke("models.setDefault", ref));
      value(await desk.invoke("desk.switch", "rules"));
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
      for (let run = 0; run < count; run += 1) {
        const done = new Promise<string>((resolve) => (ended = resolve));
        value(await desk.invoke("calls.start", server, "tool", "once", { text: `run ${run}` }));
        found.push(await done);
      }
      stop();
      return found;
    },
    [serverId, baseUrl, runs] as const,
  );
  await close();
  await removeFolder(profile);
  await removeFolder(folder);
  return texts.map(timesIn).slice(1);
}

/** The server's own times, in whatever the result of the run is wrapped. */
function timesIn(state: string): number {
  const [, sent, heard] =
    /\\"sentMs\\":([\d.]+),\\"heardMs\\":([\d.]+),\\"answered\\":true/.exec(state) ?? [];
  if (sent === undefined || heard === undefined) throw new Error(`no answer came: ${state}`);
  return Number(heard) - Number(sent);
}

/** @returns milliseconds of each trip, from the server's pen to its ear */
export async function allowedTrips(runs: number): Promise<{ own: number[]; bare: number[] }> {
  const model = await startScriptedModel(streamsText(["the ", "answer"]));
  try {
    const bare = await bareTrips(model.baseUrl, runs + 1);
    return { bare, own: await ownTrips(model.baseUrl, runs + 1) };
  } finally {
    await model.close();
  }
}
