// The stage of a request as an icon with its own shape; the text is its name and tooltip.
import type { ItemFacts } from "#shared/filter/facts.ts";
import { actionResponseIn } from "#shared/request/kinds/action/document.ts";
import { isPermission } from "#shared/rules/standingPermission.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { visibleStage } from "#shared/request/life/stage.ts";
import type { ReplyKind, Stage } from "#shared/request/life/stage.ts";
import type { T } from "#words/index.ts";
import { useT } from "#words/index.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import {
  BusyIcon,
  ByHandIcon,
  CloseIcon,
  DoneIcon,
  EditedIcon,
  FixtureIcon,
  LateIcon,
  RefusedIcon,
  ReplayIcon,
  WarnIcon,
} from "#kit/controls/icons.ts";
import type { KindGlyph } from "./kindGlyph.ts";
import s from "./StageGlyph.module.css";

export type { ReplyKind, Stage };

const replyIcons: Record<ReplyKind, IconKind> = {
  generated: DoneIcon,
  edited: EditedIcon,
  byHand: ByHandIcon,
  fixture: FixtureIcon,
};
const endIcons: Record<
  "replayed" | "rejected" | "refused" | "cancelled" | "withdrawn" | "failed",
  IconKind
> = {
  replayed: ReplayIcon,
  rejected: CloseIcon,
  refused: RefusedIcon,
  cancelled: LateIcon,
  withdrawn: LateIcon,
  failed: WarnIcon,
};

/**
 * @param word replaces the stage's own text
 * @param silent the text is already shown beside it
 * @param kind kind of a pending request without two gates: its own icon
 */
export function StageGlyph({
  stage,
  reply = "generated",
  word,
  silent = false,
  kind = null,
}: {
  stage: Stage;
  reply?: ReplyKind;
  word?: string | undefined;
  silent?: boolean;
  kind?: KindGlyph | null;
}) {
  const t = useT();
  const isPending = stage === "request" || stage === "response";
  const name = isPending && kind !== null ? t(kind.name) : (word ?? t(`common.stage.${stage}`));
  const said = silent
    ? { "aria-hidden": true as const }
    : { role: "img", "aria-label": name, title: name };
  if (isPending && kind !== null) {
    return (
      <span {...said} className={s.glyph}>
        <Icon of={kind.icon} size="m" />
      </span>
    );
  }
  if (isPending) {
    return (
      <span {...said} className={cx(s.glyph, stage === "response" ? s.response : s.request)}>
        {stage === "request" ? "1" : "2"}
      </span>
    );
  }
  const busy = stage === "generating" || stage === "delivering";
  const icon = busy ? BusyIcon : stage === "replied" ? replyIcons[reply] : endIcons[stage];
  return (
    <span {...said} className={cx(s.glyph, s[stage])}>
      <Icon of={icon} size="m" turning={busy} />
    </span>
  );
}

/**
 * Icon and text.
 * @param word replaces the stage's own text
 */
export function StageWord({
  stage,
  reply,
  word,
}: {
  stage: Stage;
  reply?: ReplyKind;
  word?: string;
}) {
  const t = useT();
  return (
    <span className={s.pair}>
      <StageGlyph stage={stage} silent {...(reply === undefined ? {} : { reply })} />
      {word ?? stageWord(t, stage)}
    </span>
  );
}

/** An agent's action isn't replied to, but allowed, left to the agent, or passes. */
export function verdictWord(
  t: T,
  { isPassed, verdict, agent }: { isPassed: boolean; verdict: ItemFacts["verdict"]; agent: string },
): string {
  if (isPassed) return t("history.outcome.passed");
  return verdict === "pass"
    ? t("action.ended.passed", { agent })
    : t(`history.outcome.${verdict === "allow" ? "allowed" : "letThrough"}`);
}

/** The word of a request's stage. */
export function stageWordOf(t: T, request: HeldRequest): string {
  const { phase, reply } = request;
  if (reply.kind !== "hook" || phase.kind !== "ended" || phase.ending.kind !== "replied")
    return stageWord(t, visibleStage(request));
  const { by, document } = phase.ending;
  const verdict = actionResponseIn(document)?.verdict ?? null;
  return verdictWord(t, { isPassed: isPermission(by), verdict, agent: request.requester.name });
}

export function stageWord(t: T, stage: Stage): string {
  return t(`common.stageShort.${stage}`);
}
