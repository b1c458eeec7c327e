// What a kind of request says about one of its gates, as data. The frame draws all of it, and adds by itself what every
// gate has: identity, rules, votes, findings, failures, the guard, the reject form, the summary and the keys.
import type { ReactNode } from "react";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { ProposedRun } from "#shared/team/proposal.ts";
import type { SideRowId } from "#shared/settings/settings.ts";
import type { Keys } from "#shared/shortcuts.ts";
import type { Finding } from "#shared/findings/findings.ts";
import type { Flag } from "#shared/request/document/flag.ts";
import type { IconKind } from "#kit/controls/Icon.tsx";
import type { OnPaper } from "#request/document/onPaper.tsx";
import type { Shared } from "#request/document/places.ts";
import type { FindingsPanelProps } from "#request/findings/FindingsPanel.tsx";
import type { Serious } from "#request/findings/useSerious.ts";
import type { Stage } from "#request/StageGlyph.tsx";
import type { DisabledReason } from "#request/disabledReasons.tsx";
import type { Deciding } from "#data/decide.ts";
import type { Votes } from "./team/Votes.tsx";
import type { FindingsResult } from "#data/findings.ts";
import type { Action, GateView } from "#data/view.ts";
import type { Reject } from "./frame/RejectForm.tsx";

/** Where a gate is shown. */
export interface Placed {
  request: HeldRequest;
  view: GateView;
  onView: (view: GateView) => void;
  narrow: boolean;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
}

export interface GateProps extends Placed {
  asked: RequestDocument;
}

export type Step = "request" | "generating" | "response" | EndedAt;
/** An ended request: the gate it reached, and how it ended. */
export interface EndedAt {
  gate: 1 | 2;
  stage: Stage;
}
/** The names of the two steps of a kind of request. */
export interface StepNames {
  request: string;
  generating: string;
  response: string;
}

/** What was checked, seen and can be decided, by `useReview`. */
export interface Review {
  found: FindingsResult;
  serious: Serious;
  deciding: Deciding;
  /** Of the blocks on the paper and in the side panel. */
  shared: Shared;
  /** Jumps to a place, wherever it is shown. */
  jump: (place: Finding | Flag) => void;
}

export interface Gate {
  /** What was checked, seen and can be decided. */
  review: Review;
  /** The second line of the identity band; absent: the call behind the request. */
  led?: ReactNode;
  /** After that: how much it is, and how much of it is new. */
  size?: ReactNode;
  /** The paper needs width: the side panel folds to its line in all but wide windows. */
  isWide?: boolean;
  /** The two steps; absent for a kind that has one, which is named. */
  steps?: { at: Step; names?: StepNames } | undefined;
  /** Edits, in words, with a way back. */
  edited?: { words: string; onRevert?: () => void } | null;
  /** Beside the steps. */
  remark?: ReactNode;
  /** The first one shows findings at their places. */
  views: readonly View[];
  /** Shown in place of the views, such as several responses side by side. */
  instead?: Pick<View, "scrolls" | "render"> | null | undefined;
  /** In place of where the views lead, such as away from several responses side by side. */
  onView?: (view: GateView) => void;
  /** The request above a response. */
  question?: ReactNode;
  /** The responses of a request to a model; several get tabs. */
  attempts?: Attempts;
  /** Below the paper: what leaves, exactly. */
  below?: ReactNode;
  /** Flags and fixes at their places on the paper. */
  paper?: OnPaper;
  /** Absent where nothing is checked. */
  findings?: Pick<
    FindingsPanelProps,
    "flags" | "notes" | "changes" | "what" | "settled" | "pending" | "onRemove" | "redaction"
  >;
  /** What a second person's vote is compared with; absent where nothing is approved. */
  votes?: Omit<Parameters<typeof Votes>[0], "id">;
  /** The side panel, below findings and votes. */
  rows: readonly (Row | OpeningRow)[];
  /** Bars of this kind alone, above the paper. */
  notes?: ReactNode | ((now: Now) => ReactNode);
  /** The side panel, below the rows. */
  side?: ReactNode;
  decide: Decide | Ended;
  /** Actions without a button. */
  keys?: readonly Action[];
  /** Focuses what is edited first. */
  edit?: (() => void) | null;
  /** Opens what the user's earlier response to the same request needs first; null while it can't. */
  onKept?: (() => void) | null;
  earlierTurn?: EarlierTurnEdits | null;
}

/** The user's edits of an earlier turn, where the server sent its own text again. */
export interface EarlierTurnEdits {
  turn: number;
  use: () => void;
}

/** What the frame knows once it has weighed all blockers. */
export interface Now {
  canApprove: boolean;
  approve: () => void;
  /** Opens the reject form with this reason. */
  reject: (reason: string) => void;
}

export interface View {
  id: GateView;
  label: string;
  /** Its number is the key of something else. */
  keyless?: boolean;
  /** False if it scrolls itself, such as a single editor. */
  scrolls?: boolean;
  render: () => ReactNode;
}

/** A row of the side panel. */
export interface Row {
  id: string;
  label: string;
  value: ReactNode;
  why?: ReactNode;
  /** In the one line of a narrow window; absent: not there. */
  brief?: string | undefined;
}

/** One that opens, by click or key; whether it is open is remembered under its id. */
export interface OpeningRow extends Row {
  id: SideRowId;
  keys: Keys;
  tone?: "warn" | "danger" | undefined;
  /** Opens by itself. */
  opens?: boolean;
  body: ReactNode;
}

export interface Attempts {
  all: readonly Attempt[];
  /** The id of the one that is shown. */
  current: string;
  onChoose: (attemptId: string) => void;
  /** At the end of the tabs. */
  buttons: readonly TabButton[];
  /** Generate more: in a menu after the buttons, or in the one of the action bar while there are no tabs. */
  again: readonly Other[];
}

export interface TabButton {
  id: string;
  label: string;
  icon: IconKind;
  keys?: Keys;
  disabled?: boolean;
  /** Of a switch. */
  on?: boolean;
  run: () => void;
}

/** What keeps the primary button from approving. */
export type Blocker = DisabledReason;

/** Two short lines. */
export interface Sentence {
  first: ReactNode;
  second: ReactNode;
}

export interface Decide {
  label: string;
  /** Null where nothing can be approved yet. */
  approve: (() => void) | null;
  /** Where it goes. */
  sends: Sentence;
  /** Of this kind alone, by importance; the frame adds those of all kinds. */
  blockers?: readonly (Blocker | null)[];
  /** A second press on the same content sends it; `sends` says why. */
  asksAgain?: boolean;
  /** Why the guard has just started. */
  news: string;
  reject: Rejection;
  /** By importance: those without room move into the menu, the last first. */
  others?: readonly Other[];
  /** Always in the menu. */
  more?: readonly Other[];
  /** Which requests a rule made here is for; null: none can be made. */
  rule: RuleGate | null;
  /** The rule is offered in the menu only. */
  ruleInMenu?: boolean;
}

/** Nothing is decided any more. */
export interface Ended {
  /** In place of the action bar. */
  foot: ReactNode;
}

export type Rejection =
  /** The reject form, with a reason. `hash`: of the document that is rejected. */
  | {
      kind: "reject";
      hash: string;
      /** Of the button. */
      label?: string;
      effect?: string;
      tells: Reject["tells"];
      suggestions?: readonly string[];
    }
  /** One of the kind's own, without a reason. */
  | { kind: "at-once"; label: string; run: () => void }
  /** While a model generates. */
  | { kind: "stop"; hint: string; run: () => void };

export interface Other {
  id: string;
  label: string;
  keys?: Keys | undefined;
  disabled?: boolean;
  /** Off while the request can't be approved. */
  needsApproval?: boolean;
  /** Sends something out: the palette only focuses its button. */
  decides?: boolean;
  /** Why it is disabled, if that lasts. */
  why?: string | undefined;
  /** Tooltip. */
  hint?: string;
  run: () => void;
}

/** Takes what a vote proposes. */
export type OnUse = (document: unknown, run: ProposedRun | undefined) => void;
