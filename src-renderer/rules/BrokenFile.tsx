// Says loudly that the rules file is broken, where, and that no rule holds until it is mended.
import type { RuleFault, RulesView } from "../../src-shared/ipc/rules.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { Bar } from "../ui/Bar.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { faultWords } from "../ui/filterWords.ts";
import { Quote } from "../ui/Quote.tsx";
import s from "./Rules.module.css";

export function BrokenFile({
  rules: { file, faults },
  onFailure,
}: {
  rules: RulesView;
  onFailure: (failure: Failure | null) => void;
}) {
  const t = useT();
  const reveal = async (): Promise<void> => {
    const result = await send("rules.reveal");
    onFailure(result.ok ? null : result.failure);
  };
  return (
    <>
      <Bar
        tone="danger"
        title={t("rules.broken.title")}
        actions={<LinkButton onClick={() => void reveal()}>{t("rules.broken.folder")}</LinkButton>}
      >
        {t("rules.broken.text", { count: faults.length })} <Quote cut>{file}</Quote>
      </Bar>
      <FaultList faults={faults} />
    </>
  );
}

export function FaultList({ faults }: { faults: readonly RuleFault[] }) {
  const t = useT();
  return (
    <ul className={s.faults}>
      {faults.map((fault, index) => (
        <li key={index}>
          <span>{t("rules.broken.at", { line: fault.line, column: fault.column })}</span>
          <span>
            {wordsOf(t, fault)}
            {"detail" in fault.fault && fault.fault.kind !== "when" && !isKnownJson(fault) && (
              <>
                {" "}
                <Quote>{fault.fault.detail}</Quote>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(t: T, { fault }: RuleFault): string {
  switch (fault.kind) {
    case "member":
    case "twice":
      return t(`rules.broken.${fault.kind}`, { path: fault.path });
    case "when":
      return t("rules.broken.when", { what: faultWords(t, fault.found) });
    case "json": {
      const { detail } = fault;
      return isJsonFault(detail) ? t(`rules.broken.notJson.${detail}`) : t("rules.broken.json");
    }
    default:
      return t(`rules.broken.${fault.kind}`);
  }
}

/** What the parser says, by its names (`jsonc-parser`), and what ends the reading before it. */
const JSON_FAULTS = [
  "InvalidSymbol",
  "InvalidNumberFormat",
  "PropertyNameExpected",
  "ValueExpected",
  "ColonExpected",
  "CommaExpected",
  "CloseBraceExpected",
  "CloseBracketExpected",
  "EndOfFileExpected",
  "UnexpectedEndOfComment",
  "UnexpectedEndOfString",
  "UnexpectedEndOfNumber",
  "InvalidUnicode",
  "InvalidEscapeCharacter",
  "InvalidCharacter",
  "TooLong",
  "TooDeep",
] as const;
type JsonFault = (typeof JSON_FAULTS)[number];

const isJsonFault = (detail: string): detail is JsonFault =>
  JSON_FAULTS.some((known) => known === detail);
const isKnownJson = ({ fault }: RuleFault): boolean =>
  fault.kind === "json" && isJsonFault(fault.detail);
