// The reason for a finding, with untrusted text in quotes.
import { currentLanguage, useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { Finding } from "#shared/findings/findings.ts";
import { FINDING_KINDS } from "#shared/findings/kinds.ts";
import { Quote } from "#kit/text/Quote.tsx";

const hex = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

/** The reason, with code points for findings about characters. */
export function whyWords(t: T, { kind, count, codePoints = [] }: Finding): string {
  const why = t(`findings.kind.${kind}.why`);
  if (count === undefined || FINDING_KINDS[kind].group !== "characters") return why;
  const codes = codePoints.slice(0, 4).map(hex).join(", ");
  return `${why} ${t("review.findings.count", { count, codes })}`;
}

/** Scripts that the letters of a domain may have, by ISO 15924 code. */
const SCRIPTS = [
  ["Latn", /\p{Script=Latin}/u],
  ["Cyrl", /\p{Script=Cyrillic}/u],
  ["Grek", /\p{Script=Greek}/u],
  ["Armn", /\p{Script=Armenian}/u],
  ["Cher", /\p{Script=Cherokee}/u],
] as const;

/**
 * The non-ASCII letters of a look-alike domain with their scripts (`а U+0430 Cyrillic`), and its punycode form.
 * @param example the domain and the one it resembles, as `a ≈ b`
 */
function oddLetters(example: string): string {
  const [host = ""] = example.split(" ≈ ");
  const odd = [...new Set(host.replaceAll(/\p{ASCII}/gu, ""))].slice(0, 4);
  if (odd.length === 0) return "";
  const names = new Intl.DisplayNames(currentLanguage(), { type: "script" });
  const letters = odd.map((letter) => {
    const script = SCRIPTS.find(([, is]) => is.test(letter))?.[0];
    const name = script === undefined ? "" : ` ${names.of(script)}`;
    return `${letter} ${hex(letter.codePointAt(0) ?? 0)}${name}`;
  });
  const wire = URL.canParse(`https://${host}`) ? [new URL(`https://${host}`).hostname] : [];
  return ` ${[...letters, ...wire].join(" · ")}`;
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
          {finding.kind === "lookalike-domain" && oddLetters(example)}
        </>
      )}
    </>
  );
}
