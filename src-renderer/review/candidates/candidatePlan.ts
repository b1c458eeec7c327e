// Rows of the candidates dialog, and the attempts to approve or the faults that follow from them. Pure.
import type { Redaction } from "../../../src-shared/inspect/redaction/redaction.ts";
import type { ApprovedRun } from "../../../src-shared/sampling/life/decision.ts";
import { CANDIDATES_MAX } from "../../../src-shared/sampling/life/candidates.ts";
import { sameModel } from "../../../src-shared/models/model.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { GenerationOptions } from "../../../src-shared/models/providers/options.ts";
import type { FlagCode } from "../../../src-shared/sampling/document/flag.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { checkRequest } from "../../../src-shared/sampling/checks/validate.ts";
import { parseNumber } from "../../ui/controls/Field.tsx";

/** One row as typed; an empty text keeps the request's value. */
export interface PlanRow {
  id: number;
  model: ModelRef;
  count: number;
  temperature: string;
  maxTokens: string;
}

/** The request behind a plan, and what it is checked against. */
export interface PlanInput {
  document: RequestDocument;
  asked: RequestDocument;
  media: MediaFacts[];
  options: GenerationOptions | undefined;
  from: ApprovedRun["from"];
  /** Values to redact. */
  redact?: readonly Redaction[];
  /** How many serious findings the user has seen. */
  seriousSeen?: number | undefined;
}

export type RowFault =
  | { kind: "temperature" }
  | { kind: "maxTokens" }
  | { kind: "rule"; code: FlagCode };

export interface Plan {
  runs: ApprovedRun[];
  faults: ReadonlyMap<number, RowFault>;
  /** Sum of all counts, even above the maximum. */
  total: number;
}

/** Adds a model: increments its row without changed parameters, else appends a row. */
export function withModel(rows: readonly PlanRow[], model: ModelRef): PlanRow[] {
  const plain = (row: PlanRow): boolean =>
    sameModel(row.model, model) && row.temperature === "" && row.maxTokens === "";
  if (rows.some(plain)) {
    return rows.map((row) =>
      plain(row) ? { ...row, count: Math.min(CANDIDATES_MAX, row.count + 1) } : row,
    );
  }
  const id = rows.reduce((most, row) => Math.max(most, row.id), 0) + 1;
  return [...rows, { id, model, count: 1, temperature: "", maxTokens: "" }];
}

export const oneOfEach = (models: readonly ModelRef[]): PlanRow[] =>
  models.slice(0, CANDIDATES_MAX).reduce<PlanRow[]>(withModel, []);

/** The attempts that the rows stand for, and the faults of rows that are invalid. */
export function planOf(rows: readonly PlanRow[], ground: PlanInput): Plan {
  const faults = new Map<number, RowFault>();
  const runs: ApprovedRun[] = [];
  for (const row of rows) {
    const made = documentOf(row, ground);
    if ("kind" in made) faults.set(row.id, made);
    else for (let n = 0; n < row.count; n += 1) runs.push(runOf(row, made.document, ground));
  }
  return { runs, faults, total: rows.reduce((sum, row) => sum + row.count, 0) };
}

function documentOf(
  row: PlanRow,
  { document, asked, media }: PlanInput,
): { document: RequestDocument } | RowFault {
  const temperature = numberOf(row.temperature);
  const maxTokens = numberOf(row.maxTokens);
  if (temperature === null || (temperature ?? 0) < 0) return { kind: "temperature" };
  if (maxTokens === null) return { kind: "maxTokens" };
  const next = {
    ...document,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  // What a candidate changes are numbers, which all kinds with a model check alike.
  const wrong = checkRequest(next, asked, media).find(({ severity }) => severity === "error");
  return wrong === undefined ? { document: next } : { kind: "rule", code: wrong.code };
}

/** Undefined for an empty text, null for one that is not a number. */
const numberOf = (text: string): number | null | undefined =>
  text.trim() === "" ? undefined : parseNumber(text);

const runOf = (
  { model }: PlanRow,
  document: RequestDocument,
  { options, from, redact, seriousSeen }: PlanInput,
): ApprovedRun => ({
  document,
  model,
  ...(redact === undefined ? {} : { redact: [...redact] }),
  ...(options === undefined ? {} : { options }),
  ...(from === undefined ? {} : { from }),
  ...(seriousSeen === undefined ? {} : { seriousSeen }),
});
