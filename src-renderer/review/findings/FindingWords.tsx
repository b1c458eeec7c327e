// Why a finding is one, and what it reads as: foreign text only in quotes.
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import { FINDING_KINDS } from "../../../src-shared/inspect/kinds.ts";
import { Quote } from "../../ui/text/Quote.tsx";

const hex = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

/** The reason, and for characters which they are. */
export function whyWords(t: T, { kind, count, codePoints = [] }: Finding): string {
  const why = t(`findings.kind.${kind}.why`);
  if (count === undefined || FINDING_KINDS[kind].group !== "characters") return why;
  const codes = codePoints.slice(0, 4).map(hex).join(", ");
  return `${why} ${t("review.findings.count", { count, codes })}`;
}

export function FindingWords({ finding }: { finding: Finding }) {
  const t = useT();
  const { spells, example, inName, inside } = finding;
  return (
    <>
      {whyWords(t, finding)}
      {inName === true && ` ${t("review.findings.inName")}`}
      {inside === true && ` ${t("findings.inside")}`}
      {spells !== undefined && spells !== "" && (
        <>
          {" "}
          {t(finding.kind === "encoded" ? "findings.decoded" : "review.findings.spells")}{" "}
          <Quote cut>{spells}</Quote>
        </>
      )}
      {example !== undefined && example !== "" && (
        <>
          {" "}
          <Quote cut>{example}</Quote>
        </>
      )}
    </>
  );
}
