// New searches in a history of 20,000 ended requests, through the history's thread as in the app.
import { rmSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/setup/paths.mjs";
import { HistoryThread } from "../../src-main/history/historyThread.ts";
import { ALL_ENDED } from "../../src-shared/ledger/history.ts";
import type { HistoryView } from "../../src-shared/ledger/history.ts";
import { ledgerOf } from "./endedRequests.ts";
import type { Figure } from "./figure.ts";

const REQUESTS = 20_000;
/** Words, patterns, amounts, and all together; none of them twice. */
export const FILTERS = [
  "summarize",
  "climate",
  "error4711",
  "协议",
  "谢谢",
  '"climate energy"',
  "error4*",
  "re*",
  "model:claude*",
  "tokens:>900",
  "-summarize",
  "before:2023-12-01",
  "weather OR travel",
  "server:github is:replied model:claude* tokens:>400 -tool:plan report",
];

export async function searched(): Promise<Figure[]> {
  const ledger = ledgerOf(REQUESTS);
  const index = path.join(path.dirname(ledger), "history.db");
  for (const part of ["", "-wal", "-shm"]) rmSync(`${index}${part}`, { force: true });
  let heard: (view: HistoryView) => void = () => undefined;
  const thread = new HistoryThread({
    entry: path.join(root, "out/main/history.js"),
    start: { files: { ledger, index, key: null } },
    moved: (view) => heard(view),
  });
  await new Promise<void>((resolve) => {
    heard = ({ state, total }) => {
      if (state.kind === "ready" && total >= REQUESTS) resolve();
    };
    thread.begin();
  });
  const values: number[] = [];
  for (const filter of FILTERS) {
    const began = performance.now();
    const found = await thread.read("find", `(${filter}\n) ${ALL_ENDED}`);
    values.push(performance.now() - began);
    if (!found.ok) throw new Error(found.failure.kind);
  }
  await thread.close();
  return [
    {
      name: "a search in 20,000 ended requests that nobody has asked for yet",
      unit: "ms",
      values,
      aim: 100,
    },
  ];
}
