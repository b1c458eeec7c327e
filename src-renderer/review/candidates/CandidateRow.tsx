// One row of the candidates dialog: a model, a count, and parameters that differ from the request.
import { CANDIDATES_MAX } from "../../../src-shared/sampling/life/candidates.ts";
import type { RankedModel } from "../../../src-shared/models/ranking/rank.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { useT } from "../../i18n/index.ts";
import { IconButton } from "../../ui/controls/Button.tsx";
import { Input } from "../../ui/controls/Field.tsx";
import { MinusIcon, PlusIcon, RemoveIcon } from "../../ui/controls/icons.ts";
import { decimal } from "../../ui/text/time.ts";
import type { PlanRow, RowFault } from "./candidatePlan.ts";
import { isBarred } from "../models/ranking.ts";
import { obstacleWords } from "../models/rankWords.ts";
import s from "./Candidates.module.css";

export function CandidateRow({
  row,
  model,
  fault,
  document,
  most,
  onChange,
  onRemove,
}: {
  row: PlanRow;
  model: RankedModel | undefined;
  fault: RowFault | undefined;
  document: RequestDocument;
  /** The most that one response costs, in words; empty if not known. */
  most: string;
  onChange: (row: PlanRow) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const name = model?.name ?? row.model.modelId;
  const { temperature, maxTokens } = document;
  return (
    <>
      <tr>
        <th scope="row">
          <b className="cut">{name}</b>
          <span className="cut ink3">
            {model?.provider}
            {most !== "" && ` · ${most}`}
          </span>
        </th>
        <td>
          <HowOften row={row} name={name} onChange={onChange} />
        </td>
        <td>
          <Input
            small
            wire
            inputMode="decimal"
            aria-label={`${t("review.parameters.temperature")}, ${name}`}
            aria-invalid={fault?.kind === "temperature" || undefined}
            placeholder={temperature === undefined ? t("candidates.ask.own") : String(temperature)}
            value={row.temperature}
            onValue={(text) => onChange({ ...row, temperature: text })}
          />
        </td>
        <td>
          <Input
            small
            wire
            inputMode="numeric"
            aria-label={`${t("review.parameters.maxTokens")}, ${name}`}
            aria-invalid={fault?.kind === "maxTokens" || fault?.kind === "rule" || undefined}
            placeholder={maxTokens === undefined ? "" : decimal(maxTokens)}
            value={row.maxTokens}
            onValue={(text) => onChange({ ...row, maxTokens: text })}
          />
        </td>
        <td>
          <IconButton
            icon={RemoveIcon}
            label={t("candidates.ask.remove", { model: name })}
            onClick={onRemove}
          />
        </td>
      </tr>
      <RowProblem fault={fault} model={model} />
    </>
  );
}

function HowOften({
  row,
  name,
  onChange,
}: {
  row: PlanRow;
  name: string;
  onChange: (row: PlanRow) => void;
}) {
  const t = useT();
  const count = (by: number): void =>
    onChange({ ...row, count: Math.min(CANDIDATES_MAX, Math.max(1, row.count + by)) });
  return (
    <span className={s.stepper}>
      <IconButton
        icon={MinusIcon}
        label={t("candidates.ask.fewer", { model: name })}
        disabled={row.count <= 1}
        onClick={() => count(-1)}
      />
      <span aria-label={t("candidates.ask.countOf", { model: name })}>{row.count}</span>
      <IconButton
        icon={PlusIcon}
        label={t("candidates.ask.oneMore", { model: name })}
        disabled={row.count >= CANDIDATES_MAX}
        onClick={() => count(1)}
      />
    </span>
  );
}

/** A table row that says why the row above can't be approved. */
function RowProblem({
  fault,
  model,
}: {
  fault: RowFault | undefined;
  model: RankedModel | undefined;
}) {
  const t = useT();
  if (fault === undefined && (model === undefined || !isBarred(model))) return null;
  return (
    <tr className={s.fault}>
      <td colSpan={5}>
        <span role="alert">
          {fault === undefined
            ? model !== undefined && obstacleWords(t, model)
            : fault.kind === "rule"
              ? t(`failures.flags.${fault.code}`)
              : t(`candidates.ask.fault.${fault.kind}`)}
        </span>
      </td>
    </tr>
  );
}
