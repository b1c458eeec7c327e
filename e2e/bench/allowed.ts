// A request that a rule approves at both gates, beside the SDK's client alone with the same model.
import path from "node:path";
import { ruleSchema } from "../../src-shared/rules/rule.ts";
import { launch, removeFolder, tempFolder, writeConfig } from "../support/app.ts";
import { projectNode } from "../support/paths.ts";
import { startScriptedModel, streamsText } from "../support/scriptedModel.ts";
import { bareTrips } from "./bareTrips.ts";
import type { Figure } from "./figure.ts";
import { connectBench } from "./subjects.ts";

const serverScript = path.join(import.meta.dirname, "server.mjs");
/** Enough for the code that runs in each of them to be optimised; the first ones are of an app that just started. */
const TRIPS = 200;
const WARM = 60;

const ALLOW = ruleSchema.parse({
  id: "all",
  name: "All",
  gate: "both",
  when: "server:bench",
  decide: "allow",
});

/** How long an app with rules is idle before its first request, unlike one that was just started. */
const STANDS_MS = 8000;

/** The app: a rule approves each request and each response; the ledger is on. */
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
  const serverId = await connectBench(page);
  const found = await page.evaluate(
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
      const called = async (args: { text: string }): Promise<string> => {
        const done = new Promise<string>((resolve) => (ended = resolve));
        await window.pressKey();
        value(await desk.invoke("calls.start", server, "tool", "once", args));
        return done;
      };
      for (let run = 0; run < count; run += 1) found.push(await called({ text: `run ${run}` }));
      stop();
      return found;
    },
    [serverId, baseUrl, runs, STANDS_MS, ALLOW] as const,
  );
  await close();
  await removeFolder(profile);
  await removeFolder(folder);
  return found.map(timeIn);
}

/** The server's own time, however the result of the run is wrapped. */
function timeIn(state: string): number {
  const [, sent, heard] =
    /\\"sentMs\\":([\d.]+),\\"heardMs\\":([\d.]+),\\"answered\\":true/.exec(state) ?? [];
  if (sent === undefined) throw new Error(`it was not answered: ${state}`);
  return Number(heard) - Number(sent);
}

/** The SDK's client and the AI SDK alone are the floor; the first trips of both load the rest of the code. */
export async function allowedByRule(): Promise<Figure[]> {
  const model = await startScriptedModel(streamsText(["the ", "answer"]));
  const world = { baseURL: model.baseUrl, command: projectNode, script: serverScript };
  try {
    const bare = await bareTrips(world, WARM + TRIPS);
    const own = await ownTrips(model.baseUrl, WARM + TRIPS);
    return [
      {
        name: "a request that rules allow at both gates, both rows durable",
        unit: "ms",
        values: own.slice(WARM),
        floor: bare.slice(WARM),
        floorIs: "SDK client and AI SDK alone, same model",
        aim: 15,
      },
    ];
  } finally {
    await model.close();
  }
}
