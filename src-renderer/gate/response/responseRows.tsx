// Rows of the side panel about a response: model, cost, stop reason.
import { KEYS } from "#shared/shortcuts.ts";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { Flag } from "#shared/request/document/flag.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ModelsView } from "#shared/models/model.ts";
import { useMoney } from "#data/money.ts";
import { FactList } from "#kit/layout/Section.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { elapsed } from "#kit/text/time.ts";
import { writtenWords } from "#request/attemptAuthor.ts";
import { usageWords } from "#request/attempts/AttemptTabs.tsx";
import { FlagLines } from "#request/findings/FlagLines.tsx";
import type { OpeningRow } from "../gate.ts";
import { costFacts, usageMore } from "#request/models/costFacts.ts";
import { findModel } from "#request/models/findModel.ts";
import type { ChangeAnswer } from "#request/response/Answer.tsx";
import { isKnownReason, StopReason } from "./StopReason.tsx";
import { isAnswered } from "#request/response/useGate2.ts";
import type { Answered } from "#request/response/useGate2.ts";

/** Who wrote the response, and its facts; the gate adds the rest of the body. */
export function authorRow(
  t: T,
  {
    attempt,
    document,
    models,
    children,
  }: {
    attempt: Attempt;
    /** As it would be sent; undefined while generating. */
    document: ResponseDocument | undefined;
    models: ModelsView;
    children: ReactNode;
  },
): OpeningRow {
  const { model, provider, sent } = authorOf(t, attempt, document, models);
  const warnings = isAnswered(attempt) ? (attempt.state.warnings ?? []) : [];
  const firstMs = isAnswered(attempt) ? attempt.state.firstTokenMs : undefined;
  return {
    id: "model",
    label: t("common.model"),
    keys: KEYS.model,
    value: (
      <span className="cut" title={model}>
        {model}
      </span>
    ),
    tone: warnings.length > 0 ? "warn" : undefined,
    why: warnings.length > 0 ? `${t("modelNotes.warnings")}: ${warnings.length}` : provider,
    body: (
      <>
        {document !== undefined && attempt.model !== null && (
          <FactList
            rows={[
              { name: t("review.answer.named"), value: <Quote cut>{sent}</Quote> },
              firstMs !== undefined && {
                name: t("review.answer.firstText"),
                value: elapsed(t, firstMs),
              },
            ]}
          />
        )}
        {children}
      </>
    ),
  };
}

function authorOf(
  t: T,
  attempt: Attempt,
  document: ResponseDocument | undefined,
  models: ModelsView,
): { model: string; provider: string; sent: string } {
  const sent = document?.model ?? "";
  if (attempt.model === null) {
    const person = attempt.by.kind === "person";
    return {
      model: person ? t("review.answer.noModel") : writtenWords(t, attempt),
      provider: t("review.answer.sentAs", { name: sent }),
      sent,
    };
  }
  const { name, provider } = findModel(models, attempt.model);
  const time = isAnswered(attempt)
    ? t("review.answer.tookAt", { time: elapsed(t, attempt.state.tookMs), provider })
    : provider;
  return { model: name, provider: time, sent };
}

export function useSpentRow(request: HeldRequest, attempt: Answered): OpeningRow {
  const t = useT();
  const money = useMoney();
  const { state } = attempt;
  const byHand = attempt.model === null;
  const [own, ...all] = costFacts(t, money, state, request.attempts);
  return {
    id: "cost",
    label: t("common.cost"),
    keys: KEYS.cost,
    value: <span className="capital">{byHand ? t("cost.free") : own?.value}</span>,
    body: (
      <FactList
        rows={[
          byHand
            ? { name: t("common.model"), value: t("review.answer.noModel") }
            : {
                name: t("common.tokensTitle"),
                value: (
                  <>
                    {usageWords(t, state.usage, attempt.document.maxTokens)}{" "}
                    <span className="ink3">{usageMore(t, state)}</span>
                  </>
                ),
              },
          ...all,
        ]}
      />
    ),
  };
}

export function stopReasonRow(
  t: T,
  {
    attempt,
    document,
    generated,
    flags,
    onChange,
  }: {
    attempt: Answered;
    document: ResponseDocument;
    /** The response before edits. */
    generated: ResponseDocument;
    flags: readonly Flag[];
    /** Undefined: read only. */
    onChange: ChangeAnswer | undefined;
  },
): OpeningRow {
  const { state } = attempt;
  const cut = state.kind === "stopped" || document.stopReason === "maxTokens";
  const flagged = flags.some(({ path }) => path[0] === "stopReason");
  return {
    id: "stop-reason",
    label: t("common.stopReason"),
    keys: KEYS.settings,
    value: <Reason of={document.stopReason} />,
    tone: cut || flagged ? "warn" : undefined,
    why:
      state.kind === "stopped"
        ? t(`review.answer.${state.brokenOff === undefined ? "stopped" : "brokenOff"}`)
        : undefined,
    body: (
      <>
        {onChange === undefined ? (
          <Reason of={document.stopReason} />
        ) : (
          <StopReason document={document} generated={generated.stopReason} onChange={onChange} />
        )}
        <FlagLines path={["stopReason"]} inPanel />
      </>
    ),
  };
}

function Reason({ of }: { of: string | undefined }) {
  const t = useT();
  if (of === undefined) return t("common.none");
  return isKnownReason(of) ? t(`review.answer.reason.${of}`) : <Quote cut>{of}</Quote>;
}
