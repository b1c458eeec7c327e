// A batch of decisions: each request is decided and recorded on its own, on exactly what was shown when the user
// confirmed. Failures are listed, and the rest continue.
import { isGenerating } from "#shared/request/life/attempts.ts";
import type { Announced } from "#shared/request/life/decision.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { invoke } from "../bridge/desk.ts";
import { mirror } from "../mirror.ts";
import { useView, view } from "../view.ts";
import type { BatchKind, BatchState } from "../view.ts";

export const useBatch = (): BatchState | null => useView(({ batch }) => batch);
export const batchNow = (): BatchState | null => view.getState().batch;
export const closeBatch = (): void => view.setState({ batch: null });

const change = (next: (batch: BatchState) => Partial<BatchState>): void =>
  view.setState(({ batch }) => ({ batch: batch === null ? null : { ...batch, ...next(batch) } }));

/** Stops the batch; requests not decided yet stay pending. */
export const stopBatch = (): void => change(() => ({ state: "stopped" }));

export interface BatchStep {
  id: string;
  /** The decision, which is announced to main with those of the whole batch at the user's press. */
  decides?: Announced;
  run: () => Promise<Outcome<unknown, Failure>>;
}

/**
 * Runs the steps one after the other. `atOnce`: the maximum number that generate at the same time, to avoid flooding
 * a provider. Returns false if another batch is running.
 */
export async function runBatch(
  kind: BatchKind,
  steps: readonly BatchStep[],
  atOnce = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  if (batchNow()?.state === "running") return false;
  const first: BatchState = { kind, total: steps.length, done: 0, failed: [], state: "running" };
  view.setState({ batch: first });
  const decisions = steps.flatMap(({ decides }) => decides ?? []);
  if (decisions.length > 0) {
    const begun = await invoke("desk.announce", decisions, true);
    if (!begun.ok) {
      const { failure } = begun;
      change(() => ({ failed: steps.map(({ id }) => ({ id, failure })), state: "ended" }));
      return true;
    }
  }
  await runSteps(steps, atOnce);
  // The user's press does not cover decisions that the batch did not get to.
  if (decisions.length > 0) await invoke("desk.announce", decisions, false);
  return true;
}

async function runSteps(steps: readonly BatchStep[], atOnce: number): Promise<void> {
  const ids = new Set<string>();
  const runs = (): boolean => batchNow()?.state === "running";
  for (const { id, run } of steps) {
    // Sequential: each decision is recorded before the next.
    // oxlint-disable-next-line no-await-in-loop
    await roomFor(ids, atOnce, runs);
    if (!runs()) return;
    ids.add(id);
    // oxlint-disable-next-line no-await-in-loop
    const result = await run();
    change(({ done, failed }) =>
      result.ok ? { done: done + 1 } : { failed: [...failed, { id, failure: result.failure }] },
    );
  }
  change(({ state }) => (state === "running" ? { state: "ended" } : {}));
}

/** Resolves once fewer than `atOnce` of these requests are generating, or the batch was stopped. */
function roomFor(ids: ReadonlySet<string>, atOnce: number, runs: () => boolean): Promise<void> {
  const isRoom = (): boolean => {
    if (!Number.isFinite(atOnce) || !runs()) return true;
    const { requests } = mirror.getState();
    let busy = 0;
    for (const id of ids) {
      const request = requests[id];
      if (request !== undefined && isGenerating(request)) busy += 1;
    }
    return busy < atOnce;
  };
  if (isRoom()) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isRoom()) return;
      stopMirror();
      stopView();
      resolve();
    };
    const stopMirror = mirror.subscribe(look);
    const stopView = view.subscribe((now, before) => {
      if (now.batch !== before.batch) look();
    });
  });
}
