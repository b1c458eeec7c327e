// A hostile server against the real app: every case ends exactly as written down, the window stays usable,
// nothing unapproved is sent, and memory is freed. `npm run crash` runs all cases, `npm test` some of each kind.
import { CAP_CASES, FLOOD_CASES } from "../../hostile/capCases.ts";
import { DOCUMENT_CASES } from "../../hostile/documentCases.ts";
import { runCases } from "../../hostile/run.ts";
import { WIRE_CASES } from "../../hostile/wireCases.ts";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { isWhole, requestOf } from "../../support/everyRun.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

/** Held without caps: these have their own cases. */
const UNLIMITED = {
  unasked: "ask",
  limits: {
    perMinute: 1_000_000,
    waiting: 1_000_000,
    messages: 1_000_000,
    mediumBytes: 48 * 1024 * 1024,
    textCharacters: 64 * 1024 * 1024,
    requestBytes: 64 * 1024 * 1024,
  },
};

const ASKED = { unasked: "ask" };
/** As many at once as usually within a minute; hardly any more while the flood is read. */
const AT_ONCE = { unasked: "ask", limits: { perMinute: 1, burst: 120 } };
const GROUPS = [
  {
    name: "without caps",
    policy: UNLIMITED,
    cases: [...requestOf(DOCUMENT_CASES, 18), ...requestOf(WIRE_CASES, 8)],
  },
  ...(isWhole
    ? [
        { name: "with the usual caps", policy: ASKED, cases: CAP_CASES },
        { name: "in a flood", policy: AT_ONCE, cases: FLOOD_CASES },
      ]
    : []),
];

for (const { name, policy, cases } of GROUPS) {
  test(`each of ${cases.length} cases ends as expected, ${name}`, async ({
    open,
    puppet,
    later,
  }, info) => {
    info.setTimeout(240_000);
    const model = await startScriptedModel(streamsText(["never"]));
    later(() => model.close());
    const server = await puppet();
    const desk = await open({ servers: { puppet: { ...server.config, countersign: policy } } });
    await desk.useModels(model.baseUrl);
    const before = await memoryOf(desk);
    await runCases(desk, server, cases);
    expect(model.asked()).toEqual([]);
    const after = await memoryOf(desk);
    console.log(`main process: ${before} MiB of heap before, ${after} MiB after`);
    expect(after - before).toBeLessThan(150);
  });
}

/** MiB of the main process on its heap and outside it, after a collection. */
function memoryOf(desk: Desk): Promise<number> {
  return desk.app.evaluate(() => {
    // Code evaluated there cannot import anything.
    const main = Reflect.get(process, "mainModule") as NodeModule;
    (main.require("v8") as typeof import("node:v8")).setFlagsFromString("--expose-gc");
    const vm = main.require("vm") as typeof import("node:vm");
    (vm.runInNewContext("gc") as () => void)();
    const { heapUsed, external } = process.memoryUsage();
    return Math.round((heapUsed + external) / 1024 / 1024);
  });
}
