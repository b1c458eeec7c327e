// What Countersign adds to a program's completion under Watch, beside LiteLLM's proxy: both in front of the same scripted
// provider, in turns. The ledger is on.
import path from "node:path";
import process from "node:process";
import { policySchema } from "../../../src-shared/servers/policy/policy.ts";
import { programInputSchema } from "../../../src-shared/programs/program.ts";
import { ensurePython } from "../../../scripts/setup/python.mjs";
import { launch, removeFolder, tempFolder, writeConfig } from "../../support/app.ts";
import { Desk } from "../../support/desk.ts";
import { projectNode } from "../../support/paths.ts";
import { startScriptedModel } from "../../support/scriptedModel.ts";
import { spreadOf } from "../clock.ts";
import type { Figure } from "../figure.ts";
import { connectBench } from "../subjects.ts";
import { ask, bodyOf } from "./client.ts";
import type { Address, Timed } from "./client.ts";
import { appeared } from "./gateOne.ts";
import { startLitellm } from "./litellm.ts";
import { AT_ONCE, PACED, provider, TOKENS } from "./provider.ts";

const serverScript = path.join(import.meta.dirname, "../server.mjs");
const SMALL_RUNS = 100;
const WARM = 20;
const PACED_RUNS = 2;
const AT_ONCE_RUNS = 3;
const AT_SAME_TIME = 100;
const SHOWN_RUNS = 30;

const policy = policySchema.parse({ limits: { perMinute: 100_000, waiting: 1000 } });

interface Subjects {
  direct: Address;
  desk: Address;
  litellm: Address;
}
type Times = Record<keyof Subjects, Timed[]>;

export async function endpoint(): Promise<Figure[]> {
  await ensurePython(["litellm"]);
  const folder = await tempFolder();
  const model = await startScriptedModel(provider);
  const limits = { perMinute: 100_000 };
  const config = await writeConfig(folder, {
    bench: { command: projectNode, args: [serverScript], countersign: { limits } },
  });
  const litellm = await startLitellm(model.baseUrl, folder);
  const running = await launch({ config, held: false });
  const desk = new Desk(running);
  try {
    await desk.ready();
    await desk.useModels(model.baseUrl);
    const watched = await programOf(desk, "watched", "watch");
    const held = await programOf(desk, "held", "hold");
    const direct = { baseUrl: model.baseUrl, token: "none" };
    const figures = await measured({ direct, desk: watched, litellm: litellm.address });
    const server = await connectBench(desk.page);
    return [...figures, await shown(desk, held, server)];
  } finally {
    await litellm.close();
    await desk.close();
    await model.close();
    await removeFolder(running.profile);
    await removeFolder(folder);
  }
}

async function programOf(desk: Desk, name: string, mode: "watch" | "hold"): Promise<Address> {
  const input = programInputSchema.parse({ name, mode, policy });
  const { baseUrl, token } = await desk.do("programs.add", input);
  return { baseUrl: `${baseUrl}/v1`, token };
}

const median = (values: readonly number[]): number => spreadOf(values).median;
const rounded = (value: number): number => Math.round(value * 10) / 10;

async function measured(subjects: Subjects): Promise<Figure[]> {
  const filler = "All work and no play. ".repeat(450).slice(0, 9800);
  const small = await inTurns(subjects, filler, SMALL_RUNS, WARM);
  const base = median(small.direct.map(({ firstMs }) => firstMs));
  const added = (times: readonly Timed[]): number[] => times.map(({ firstMs }) => firstMs - base);
  const paced = await inTurns(subjects, PACED, PACED_RUNS);
  const atOnce = await inTurns(subjects, AT_ONCE, AT_ONCE_RUNS, 1);
  const whole = (times: readonly Timed[]): number[] => times.map(({ wholeMs }) => wholeMs);
  const crowd = await sameTime(subjects.desk);
  const crowdOfLitellm = await sameTime(subjects.litellm);
  return [
    {
      name: "added to the first byte, 10 kB, Watch",
      unit: "ms",
      values: added(small.desk),
      floor: added(small.litellm),
      floorIs: "LiteLLM's proxy adds",
      aim: rounded(Math.min(15, median(added(small.litellm)))),
    },
    {
      name: `${TOKENS} tokens at 500 a second`,
      unit: "ms",
      values: whole(paced.desk),
      floor: whole(paced.direct),
      floorIs: "direct",
      aim: rounded(1.05 * median(whole(paced.direct))),
    },
    {
      name: `${TOKENS} tokens at once`,
      unit: "ms",
      values: whole(atOnce.desk),
      floor: whole(atOnce.litellm),
      floorIs: "LiteLLM's proxy",
      aim: rounded(median(whole(atOnce.litellm))),
    },
    {
      name: `${AT_SAME_TIME} requests at once: without a response`,
      unit: "",
      values: [crowd.failed],
      floor: [crowdOfLitellm.failed],
      floorIs: "LiteLLM's proxy",
      aim: 0,
    },
    {
      name: `${AT_SAME_TIME} requests at once: until the last response`,
      unit: "ms",
      values: [crowd.tookMs],
      floor: [crowdOfLitellm.tookMs],
      floorIs: "LiteLLM's proxy",
      aim: rounded(crowdOfLitellm.tookMs),
    },
  ];
}

let count = 0;
/** The same prompt is never sent twice: nothing may be joined or cached. */
const prompted = (prompt: string): string => bodyOf(`${prompt} ${(count += 1)}`);

async function inTurns(subjects: Subjects, prompt: string, times: number, warm = 0) {
  process.stdout.write(`  ${prompt.slice(0, 20)} …\n`);
  const found: Times = { direct: [], desk: [], litellm: [] };
  for (let run = -warm; run < times; run += 1) {
    for (const name of ["direct", "desk", "litellm"] as const) {
      const timed = await ask(subjects[name], prompted(prompt));
      if (!isWhole(timed)) throw new Error(`${name}: ${timed.status} ${timed.text.slice(0, 1000)}`);
      if (run >= 0) found[name].push(timed);
    }
  }
  return found;
}

const isWhole = ({ status, text }: Timed): boolean =>
  status === 200 && text.trimEnd().endsWith("data: [DONE]");

async function sameTime(address: Address): Promise<{ failed: number; tookMs: number }> {
  const began = performance.now();
  const sent = Array.from({ length: AT_SAME_TIME }, () =>
    ask(address, prompted("Say hello.")).then(isWhole, () => false),
  );
  const all = await Promise.all(sent);
  return { failed: all.filter((one) => !one).length, tookMs: performance.now() - began };
}

async function shown(desk: Desk, held: Address, server: string): Promise<Figure> {
  process.stdout.write("  gate 1 …\n");
  const { completions, requests } = await appeared(desk, held, server, SHOWN_RUNS);
  return {
    name: "a held request sent → visible and editable",
    unit: "ms",
    values: completions,
    floor: requests,
    floorIs: "a sample",
    aim: rounded(median(requests)),
  };
}
