// All attempts of a request with tokens and duration of each, and their sums.
import { useT } from "#words/index.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Section } from "#kit/layout/Section.tsx";
import { decimal, elapsed } from "#kit/text/time.ts";
import { writtenWords } from "../attemptAuthor.ts";
import { attemptWords, variantOf } from "./attemptWords.ts";
import s from "./AttemptList.module.css";

interface Figures {
  input: number | null;
  output: number | null;
  tookMs: number | null;
}

function figuresOf({ state, model }: Attempt): Figures {
  if (model === null) return { input: null, output: null, tookMs: null };
  const usage = "usage" in state ? state.usage : undefined;
  return {
    input: usage?.inputTokens ?? null,
    output: usage?.outputTokens ?? null,
    tookMs: "tookMs" in state ? state.tookMs : null,
  };
}

/** Renders nothing for a single attempt. */
export function AttemptList({ request }: { request: HeldRequest }) {
  const t = useT();
  const { attempts } = request;
  if (attempts.length < 2) return null;
  const rows = attempts.map((attempt) => ({ attempt, figures: figuresOf(attempt) }));
  return (
    <Section heading={t("common.allResponses")} end={attempts.length}>
      <table className={s.list}>
        <thead>
          <tr>
            <th scope="col">{t("common.model")}</th>
            <th scope="col">{t("candidates.all.in")}</th>
            <th scope="col">{t("candidates.all.out")}</th>
            <th scope="col">{t("common.duration")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ attempt, figures }, at) => (
            <tr
              key={attempt.id}
              title={[attemptWords(t, attempt, attempts), variantOf(t, request, attempt)]
                .filter((word) => word !== "")
                .join(" · ")}
            >
              <th scope="row">
                {at + 1} · {attempt.model?.modelId ?? writtenWords(t, attempt)}
              </th>
              <Cells figures={figures} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("common.total")}</th>
            <Cells figures={sumOf(rows.map(({ figures }) => figures))} />
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}

function Cells({ figures: { input, output, tookMs } }: { figures: Figures }) {
  const t = useT();
  return (
    <>
      <td>{input === null ? "" : decimal(input)}</td>
      <td>{output === null ? "" : decimal(output)}</td>
      <td>{tookMs === null ? "" : elapsed(t, tookMs)}</td>
    </>
  );
}

/** Unknown figures are left out of the sum; it is null if none is known. */
function sumOf(all: readonly Figures[]): Figures {
  const sum = (pick: (figures: Figures) => number | null): number | null => {
    const known = all.map(pick).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
  };
  return {
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    tookMs: sum(({ tookMs }) => tookMs),
  };
}
