// The responses of a request to a model, as data: which one is shown, how several are shown, and generating more, of the
// chosen model or of another beside it. Each of those is an approval of exactly the request that is shown.
import { KEYS } from "#shared/shortcuts.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { underWay } from "#shared/request/life/attempts.ts";
import { CANDIDATES_MAX } from "#shared/request/life/attempts.ts";
import type { ApprovedRun } from "#shared/request/life/decision.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { updateCandidateView, useSideBySide } from "#data/requests/candidates.ts";
import { ColumnsIcon, StopIcon } from "#kit/controls/icons.ts";
import { useRanking } from "#request/models/ranking.ts";
import type { Ranked } from "#request/models/ranking.ts";
import type { Deciding } from "#data/decide.ts";
import type { Attempts, Other, TabButton } from "../gate.ts";

/**
 * @param current the attempt that is shown
 * @param hash of the document that the user sees
 */
export function useAttempts(
  request: HeldRequest,
  current: Attempt,
  hash: string,
  deciding: Deciding,
): Attempts {
  const t = useT();
  const sideBySide = useSideBySide(request.id);
  const ranked = useRanking(request, current.document, current.model);
  const free = deciding.guardOn && !deciding.busy && deciding.held === null;
  const { document, options, seriousSeen } = current;
  return {
    all: request.attempts,
    current: current.id,
    onChoose: (attemptId) => updateCandidateView(request.id, { attemptId }),
    buttons: buttonsOf(t, request, sideBySide),
    again: severalItems(t, ranked, current.model ?? ranked.first, {
      run: free
        ? {
            document,
            from: { attemptId: current.id, how: "again" },
            ...(options === undefined ? {} : { options }),
            ...(seriousSeen === undefined ? {} : { seriousSeen }),
          }
        : null,
      alone: true,
      approve: (runs) => deciding.run(hash, { kind: "approve-candidates", runs }),
    }),
  };
}

/** How several responses are shown, and what ends those under way. */
function buttonsOf(t: T, request: HeldRequest, sideBySide: boolean): TabButton[] {
  const still = underWay(request);
  const shows: TabButton = {
    id: "side-by-side",
    label: t("common.sideBySide"),
    icon: ColumnsIcon,
    keys: KEYS.sideBySide,
    disabled: request.attempts.length < 2,
    on: sideBySide,
    run: () => updateCandidateView(request.id, { sideBySide: !sideBySide }),
  };
  const stops: TabButton = {
    id: "stop-all",
    label: t("candidates.stopAll", { count: still.length }),
    icon: StopIcon,
    run() {
      // Waiting ones first; otherwise stopping a running one would start the next.
      for (const attempt of still.toReversed()) void send("desk.stop", request.id, attempt.id);
    },
  };
  return still.length < 2 ? [shows] : [shows, stops];
}

/** How many responses one press generates. */
const TOGETHER = 3;
/** How many other models the menu offers. */
const OTHERS_MAX = 3;

/**
 * The menu items that generate several responses.
 * @param run the approval, without its model; null while nothing can be approved
 * @param chosen the model of the gate; at gate 2, where its response is there already, `alone` leaves it out beside others
 */
export function severalItems(
  t: T,
  ranked: Ranked,
  chosen: ModelRef | null,
  {
    run,
    alone,
    approve,
  }: {
    run: Omit<ApprovedRun, "model"> | null;
    alone: boolean;
    approve: (runs: ApprovedRun[]) => void;
  },
): Other[] {
  if (chosen === null) return [];
  const item = (id: string, label: string, models: readonly ModelRef[]): Other => ({
    id,
    label,
    disabled: run === null,
    run: () => {
      if (run !== null) approve(models.map((model) => ({ ...run, model })));
    },
  });
  const others = ranked.models
    .filter(({ ref, obstacle }) => obstacle === null && !sameModel(ref, chosen))
    .slice(0, OTHERS_MAX);
  const count = Math.min(TOGETHER, CANDIDATES_MAX);
  return [
    {
      ...item(
        "several",
        t("candidates.generate", { count }),
        Array.from({ length: count }, () => chosen),
      ),
      keys: KEYS.candidates,
    },
    ...others.map(({ ref, name }) =>
      item(
        `also-${refKey(ref)}`,
        t("candidates.alsoWith", { model: name }),
        alone ? [ref] : [chosen, ref],
      ),
    ),
  ];
}
