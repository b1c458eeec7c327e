// Plans a batch: every request is scanned before it can be approved unseen.
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { FindingKind } from "#shared/findings/kinds.ts";
import { tallyOf } from "#shared/findings/tally.ts";
import type { Tally } from "#shared/findings/tally.ts";
import { withoutDisabledKinds } from "#shared/findings/disabledKinds.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
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

type Looks = Map<string, ScanState>;
/** By the checks that are off, as turning one on scans again; then by request id and hash, which never change. */
const looksWithout = new WeakMap<readonly FindingKind[], Looks>();

function looksOf(off: readonly FindingKind[]): Looks {
  const looks = looksWithout.get(off) ?? new Map<string, ScanState>();
  looksWithout.set(off, looks);
  return looks;
}

/** Grows when more requests are open at once. */
let roomFor = LOOKS_KEPT;
const NOT_YET: ScanState = { kind: "waiting" };

const lookOf = ({ serious, all }: Tally): ScanState => ({ kind: "found", high: serious, all });

async function lookThrough(request: HeldRequest): Promise<void> {
  const document = request.proposed;
  const { findingsOff } = mirror.getState().settings;
  const looks = looksOf(findingsOff);
  if (document === null) {
    looks.set(scanKey(request), { kind: "failed" });
    return;
  }
  const found = await send("inspect.document", request.id, "request", document);
  const inspection =
    found.ok && found.value !== null ? withoutDisabledKinds(found.value, findingsOff) : null;
  if (looks.size >= roomFor) {
    const { requests } = mirror.getState();
    dropRemoved(looks, (id) => requests[id] !== undefined);
    roomFor = Math.max(LOOKS_KEPT, 2 * looks.size);
  }
  looks.set(
    scanKey(request),
    // What was only partly scanned is left to the user.
    inspection === null || (inspection.unseen ?? 0) > 0
      ? { kind: "failed" }
      : lookOf(tallyOf(inspection)),
  );
}

/** The scans, and how many of the requests pending at gate 1 have one. */
export function useLooks(requests: readonly HeldRequest[]): { looks: Looks; looked: number } {
  const looks = looksOf(useMirror((state) => state.settings.findingsOff));
  const [round, setRound] = useState(0);
  const open = requests.filter(({ phase }) => phase.kind === "request");
  const left = open.filter((request) => !looks.has(scanKey(request)));
  const next = left.slice(0, LOOKS_AT_ONCE);
  const wanted = next.map(scanKey).join("\n");
  const look = useEffectEvent(() => Promise.all(next.map(lookThrough)));
  useEffect(() => {
    if (wanted === "") return undefined;
    let isDropped = false;
    void look().then(() => {
      if (!isDropped) setRound((before) => before + 1);
    });
    return () => {
      isDropped = true;
    };
  }, [wanted, round]);
  return { looks, looked: open.length - left.length };
}

export interface BatchPlan {
  plan: Plan;
  /** How many were scanned. */
  scanned: number;
  ready: boolean;
}

/** @param model one for all of them; `own`: each request's own; null: none selected */
export function useBatchPlan(
  requests: readonly HeldRequest[],
  model: ModelRef | "own" | null,
): BatchPlan {
  const view = useMirror((state) => state.models);
  const { looks, looked } = useLooks(requests);
  const waiting = requests.filter(({ phase }) => phase.kind === "request").length;
  const stopped = useMirror((state) =>
    requests
      .filter(({ requester }) => policyFor(state, requester.serverId)?.control === "stopped")
      .map(({ id }) => id)
      .join("\n"),
  );
  const held = useMirror(({ team }) =>
    requests
      .filter(({ id }) => teamHoldOf(team, id) !== null)
      .map(({ id }) => id)
      .join("\n"),
  );
  const models = useMemo(() => (model === "own" ? view : onlyModel(view, model)), [view, model]);
  const ready = looked === waiting;
  // Another model, another stopped server, a change of the team or a further scan changes every verdict.
  const basis = useMemo(
    () => ({
      models,
      looks,
      stopped: new Set(stopped.split("\n")),
      held: new Set(held.split("\n")),
      ready,
      verdicts: new WeakMap<HeldRequest, Verdict>(),
    }),
    [models, looks, stopped, held, ready],
  );
  const plan = useMemo(() => {
    const verdictNow = (request: HeldRequest): Verdict => {
      const own = policyFor(mirror.getState(), request.requester.serverId);
      const look = basis.looks.get(scanKey(request)) ?? NOT_YET;
      const draft = draftOf(draftKey(request.id, { gate: 1 }));
      const context = {
        models: basis.models,
        draft,
        look,
        policy: own?.models ?? ANY_MODEL,
        stopped: basis.stopped.has(request.id),
        teamHolds: basis.held.has(request.id),
      };
      return verdictOf(request, context);
    };
    const verdicts = requests.map((request) => {
      const verdict = basis.verdicts.get(request) ?? verdictNow(request);
      basis.verdicts.set(request, verdict);
      return verdict;
    });
    return planOf(requests, verdicts);
  }, [requests, basis]);
  return { plan, scanned: looked, ready };
}
