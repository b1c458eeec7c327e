// Approves several attempts at once: models, counts and parameters. Nothing is generated before the user approves
// exactly what is listed.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useMemo, useState } from "react";
import type { KeyboardEvent } from "react";
import { CodeBlock } from "../../editor/index.ts";
import { CANDIDATES_MAX } from "../../../src-shared/sampling/life/candidates.ts";
import { underWay } from "../../../src-shared/sampling/life/attempts.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useDecisionGuard } from "../../guard/useDecisionGuard.ts";
import { useT } from "../../i18n/index.ts";
import { openSettings } from "../../state/view.ts";
import { useMirror } from "../../state/mirror.ts";
import { useMoney } from "../../state/money.ts";
import { Button, LinkButton } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/layout/Dialog.tsx";
import { parseNumber } from "../../ui/controls/Field.tsx";
import { oneOfEach, planOf, withModel } from "./candidatePlan.ts";
import type { Plan, PlanInput, PlanRow } from "./candidatePlan.ts";
import { mostUsd, TotalCost } from "./CandidateCost.tsx";
import { CandidateRow } from "./CandidateRow.tsx";
import { Section } from "../../ui/layout/Section.tsx";
import { ModelChoice } from "../models/ModelPicker.tsx";
import { isBarred, useRanking } from "../models/ranking.ts";
import type { Ranked } from "../models/ranking.ts";
import type { Deciding } from "../gates/useDecision.ts";
import { tokensOfRequest } from "../tokens/tokens.ts";
import s from "./Candidates.module.css";

/** How many attempts, or different models, a quick plan takes. */
const EACH = 3;

export function CandidatesDialog({
  sample,
  ground,
  hash,
  deciding,
  onClose,
}: {
  sample: Sample;
  ground: PlanInput;
  /** Of the document that the user saw. */
  hash: string;
  deciding: Deciding;
  onClose: () => void;
}) {
  const t = useT();
  const before = sample.attempts.findLast(({ model }) => model !== null)?.model ?? null;
  const ranked = useRanking(sample, ground.document, before);
  const { first } = ranked;
  const [rows, setRows] = useState(() => (first === null ? [] : oneOfEach([first])));
  const plan = useMemo(() => planOf(rows, ground), [rows, ground]);
  const tokens = tokensOfRequest(ground.document);
  const settled = useDecisionGuard("candidates").isOn;
  const off = whyOff(plan, ranked, rows) ?? (deciding.held === null ? null : "held");
  const ready = off === null && settled && deciding.guardOn && !deciding.busy;
  const approve = (): void => {
    if (!ready) return;
    deciding.run(hash, { kind: "approve-candidates", runs: plan.runs });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chord = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!chord || event.repeat || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    approve();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("candidates.ask.title")}
      intro={t("candidates.ask.intro")}
      foot={
        <>
          <span className={s.sum} role="status">
            <Sum plan={plan} off={off} sample={sample} />
            <TotalCost plan={plan} ranked={ranked} tokens={tokens} />
          </span>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" keys={KEYS.approve} disabled={!ready} onClick={approve}>
            {t("candidates.ask.approve", { count: plan.total })}
          </Button>
        </>
      }
    >
      {/* Listens for the whole dialog, wherever the focus is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={s.ask} onKeyDown={onKeyDown}>
        <Sends ground={ground} />
        <Rows rows={rows} ranked={ranked} plan={plan} ground={ground} onRows={setRows} />
        <QuickPlans ranked={ranked} onRows={setRows} />
        <Section heading={t("candidates.ask.add")}>
          <ModelChoice
            heading={t("candidates.ask.add")}
            ranked={ranked}
            chosen={null}
            asked={ground.asked.modelPreferences}
            onChoose={(model) => setRows(withModel(rows, model))}
            onAddModel={() => openSettings("models")}
          />
        </Section>
      </div>
    </Dialog>
  );
}

/** One-click plans: several attempts with the best model, or one with each of the best. */
function QuickPlans({ ranked, onRows }: { ranked: Ranked; onRows: (rows: PlanRow[]) => void }) {
  const t = useT();
  const { first } = ranked;
  return (
    <p className={s.quick}>
      {first !== null && (
        <LinkButton
          onClick={() => onRows(oneOfEach([first]).map((row) => ({ ...row, count: EACH })))}
        >
          {t("candidates.ask.three", { count: EACH, model: nameOf(ranked, first) })}
        </LinkButton>
      )}
      <LinkButton onClick={() => onRows(oneOfEach(firstOf(ranked)))}>
        {t("candidates.ask.each", { count: firstOf(ranked).length })}
      </LinkButton>
    </p>
  );
}

const nameOf = (ranked: Ranked, model: PlanRow["model"]): string =>
  ranked.of(model)?.name ?? model.modelId;

/** The models that can take the request, best first, at most `EACH`. */
const firstOf = (ranked: Ranked): PlanRow["model"][] =>
  ranked.models
    .filter((model) => model.obstacle === null)
    .slice(0, EACH)
    .map(({ ref }) => ref);

type Off = "none" | "many" | "faults" | "barred" | "held";

function whyOff(plan: Plan, ranked: Ranked, rows: readonly PlanRow[]): Off | null {
  if (plan.total === 0) return "none";
  if (plan.faults.size > 0) return "faults";
  const barred = rows.some(({ model }) => {
    const known = ranked.of(model);
    return known === undefined || isBarred(known);
  });
  if (barred) return "barred";
  return plan.total > CANDIDATES_MAX ? "many" : null;
}

/** How many start now and how many wait, or why nothing can be approved. */
function Sum({ plan, off, sample }: { plan: Plan; off: Off | null; sample: Sample }) {
  const t = useT();
  const atOnce = useMirror((state) => state.settings.candidatesAtOnce);
  if (off !== null) {
    return <span className="warn">{t(`candidates.ask.off.${off}`, { most: CANDIDATES_MAX })}</span>;
  }
  const room = Math.max(0, atOnce - underWay(sample).length);
  const wait = Math.max(0, plan.total - room);
  return wait === 0
    ? t("candidates.ask.atOnce", { count: plan.total })
    : t("candidates.ask.wait", { now: plan.total - wait, count: wait });
}

/** What is sent to each model; the full request on demand. */
function Sends({ ground }: { ground: PlanInput }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { document, from } = ground;
  const messages = t("review.findings.messages", { count: document.messages.length });
  return (
    <div>
      <p className={s.sends}>
        <span>
          {t(from === undefined ? "candidates.ask.sendsNow" : "candidates.ask.sendsApproved", {
            messages,
            tokens: tokensOfRequest(document),
          })}
        </span>
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "common.hide" : "common.show")}
        </LinkButton>
      </p>
      {open && (
        <div className={s.whole}>
          <CodeBlock
            identity="candidates request"
            value={JSON.stringify(document, null, 2)}
            language="json"
            readOnly
            label={t("review.json.request")}
          />
        </div>
      )}
    </div>
  );
}

function Rows({
  rows,
  ranked,
  plan,
  ground,
  onRows,
}: {
  rows: readonly PlanRow[];
  ranked: Ranked;
  plan: Plan;
  ground: PlanInput;
  onRows: (rows: PlanRow[]) => void;
}) {
  const t = useT();
  const money = useMoney();
  const tokens = tokensOfRequest(ground.document);
  const mostOf = (row: PlanRow): string => {
    // The longest response is unknown until the row is valid.
    if (plan.faults.has(row.id)) return "";
    const maxTokens = parseNumber(row.maxTokens) ?? ground.document.maxTokens;
    const usd = mostUsd(ranked, row.model, tokens, maxTokens);
    if (usd === null) return "";
    return usd === 0 ? money(usd) : t("candidates.ask.atMost", { money: money(usd) });
  };
  if (rows.length === 0) return <p className="xs ink2">{t("candidates.ask.empty")}</p>;
  return (
    <table className={s.rows}>
      <thead>
        <tr>
          <th scope="col">{t("candidates.ask.model")}</th>
          <th scope="col">{t("candidates.ask.count")}</th>
          <th scope="col">{t("review.parameters.temperature")}</th>
          <th scope="col">{t("review.parameters.maxTokens")}</th>
          <th scope="col">
            <span className="sr">{t("candidates.ask.removeColumn")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CandidateRow
            key={row.id}
            row={row}
            model={ranked.of(row.model)}
            fault={plan.faults.get(row.id)}
            document={ground.document}
            most={mostOf(row)}
            onChange={(next) => onRows(rows.map((other) => (other.id === row.id ? next : other)))}
            onRemove={() => onRows(rows.filter((other) => other.id !== row.id))}
          />
        ))}
      </tbody>
    </table>
  );
}
