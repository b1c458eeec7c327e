// Plans a batch: every request is scanned before it can be approved unseen.
import { useEffect, useMemo, useState } from "react";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import { tallyOf } from "#shared/inspect/tally.ts";
import type { Tally } from "#shared/inspect/tally.ts";
import { withoutDisabledKinds } from "#shared/inspect/disabledKinds.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { ANY_MODEL } from "#shared/servers/policy/modelPolicy.ts";
import { send } from "#data/commands.ts";
import { draftKey, draftOf } from "#data/requests/drafts.ts";
import { mirror, useMirror } from "#data/mirror.ts";
import { policyFor } from "#data/select.ts";
import { teamHoldOf } from "#data/team.ts";
import { onlyModel, planOf, verdictOf } from "./batchPlan.ts";
import type { ScanState, Plan, Verdict } from "./batchPlan.ts";
import { dropRemoved, scanKey } from "../scanCache.ts";

/** Maximum number of scans in parallel. */
const LOOKS_AT_ONCE = 4;
const LOOKS_KEPT = 5000;

/** Keyed by request id and hash, which never change. */
const looks = new Map<string, ScanState>();
/** Grows when more requests are open at once. */
let roomFor = LOOKS_KEPT;
/** Checks that were off for the cached scans: turning one on rescans. */
let looksOff: readonly FindingKind[] = [];
const NOT_YET: ScanState = { kind: "waiting" };

const lookOf = ({ serious, all }: Tally): ScanState => ({ kind: "found", high: serious, all });

async function lookThrough(sample: Sample): Promise<void> {
  const document = sample.proposed;
  if (document === null) {
    looks.set(scanKey(sample), { kind: "failed" });
    return;
  }
  const found = await send("inspect.document", sample.id, "request", document);
  const { findingsOff } = mirror.getState().settings;
  const inspection =
    found.ok && found.value !== null ? withoutDisabledKinds(found.value, findingsOff) : null;
  if (looks.size >= roomFor) {
    const { samples } = mirror.getState();
    dropRemoved(looks, (id) => samples[id] !== undefined);
    roomFor = Math.max(LOOKS_KEPT, 2 * looks.size);
  }
  looks.set(
    scanKey(sample),
    // What was only partly scanned is left to the user.
    inspection === null || (inspection.unseen ?? 0) > 0
      ? { kind: "failed" }
      : lookOf(tallyOf(inspection)),
  );
}

/** How many of the requests pending at gate 1 were scanned. */
function useLooks(samples: readonly Sample[]): number {
  const off = useMirror((state) => state.settings.findingsOff);
  if (off !== looksOff) {
    looks.clear();
    looksOff = off;
  }
  const [round, setRound] = useState(0);
  const open = samples.filter(({ phase }) => phase.kind === "request");
  const left = open.filter((sample) => !looks.has(scanKey(sample)));
  const next = left.slice(0, LOOKS_AT_ONCE);
  const wanted = next.map(scanKey).join("\n");
  useEffect(() => {
    if (wanted === "") return undefined;
    let gone = false;
    void Promise.all(next.map(lookThrough)).then(() => {
      if (!gone) setRound((before) => before + 1);
    });
    return () => {
      gone = true;
    };
    // `wanted` identifies them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, round]);
  return open.length - left.length;
}

export interface BatchPlan {
  plan: Plan;
  /** How many were scanned. */
  scanned: number;
  ready: boolean;
}

/** @param model one for all of them; `own`: each request's own; null: none selected */
export function useBatchPlan(
  samples: readonly Sample[],
  model: ModelRef | "own" | null,
): BatchPlan {
  const view = useMirror((state) => state.models);
  const looked = useLooks(samples);
  const waiting = samples.filter(({ phase }) => phase.kind === "request").length;
  const stopped = useMirror((state) =>
    samples
      .filter(({ asker }) => policyFor(state, asker.serverId)?.control === "stopped")
      .map(({ id }) => id)
      .join("\n"),
  );
  const held = useMirror(({ team }) =>
    samples
      .filter(({ id }) => teamHoldOf(team, id) !== null)
      .map(({ id }) => id)
      .join("\n"),
  );
  const models = useMemo(() => (model === "own" ? view : onlyModel(view, model)), [view, model]);
  const made = useMemo(
    () => new WeakMap<Sample, Verdict>(),
    // Another model, another stopped server, a change of the team or a further scan changes every verdict.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [models, stopped, held, looked === waiting],
  );
  const plan = useMemo(() => {
    const verdictNow = (sample: Sample): Verdict => {
      const own = policyFor(mirror.getState(), sample.asker.serverId);
      const look = looks.get(scanKey(sample)) ?? NOT_YET;
      const draft = draftOf(draftKey(sample.id, { gate: 1 }));
      const context = {
        models,
        draft,
        look,
        policy: own?.models ?? ANY_MODEL,
        stopped: own?.control === "stopped",
        teamHolds: teamHoldOf(mirror.getState().team, sample.id) !== null,
      };
      return verdictOf(sample, context);
    };
    const verdicts = samples.map((sample) => {
      const verdict = made.get(sample) ?? verdictNow(sample);
      made.set(sample, verdict);
      return verdict;
    });
    return planOf(samples, verdicts);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- other models make `made` another
  }, [samples, made]);
  return { plan, scanned: looked, ready: looked === waiting };
}
