// Warns that the rules file is invalid, or was changed by another program and needs to be accepted; until then no
// rule is active.
import { useCallback, useState } from "react";
import type { RulesView } from "#shared/contract/rules.ts";
import type { RuleFault } from "#shared/rules/fault.ts";
import { ok } from "#shared/outcome.ts";
import { AcceptDialog } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import type { UsedAction } from "#kit/hooks/useAction.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { faultWords } from "#request/filter/filterWords.ts";
import { Quote } from "#kit/text/Quote.tsx";
import s from "./Rules.module.css";

/** Null when the file is valid. */
export function InactiveRulesBar({
  rules: { file, faults, pending },
  tell,
}: {
  rules: RulesView;
  tell: UsedAction["tell"];
}) {
  const t = useT();
  if (faults.length === 0) return null;
  if (pending !== undefined) return <ChangedFile pending={pending} file={file} />;
  return (
    <>
      <Bar
        tone="danger"
        title={t("rules.broken.title")}
        actions={
          <LinkButton onClick={() => void send("rules.reveal").then(tell)}>
            {t("rules.broken.folder")}
          </LinkButton>
        }
      >
        {t("rules.broken.text", { count: faults.length })} <Quote cut>{file}</Quote>
      </Bar>
      <FaultList faults={faults} />
    </>
  );
}

function ChangedFile({
  pending,
  file,
}: {
  pending: NonNullable<RulesView["pending"]>;
  file: string;
}) {
  const t = useT();
  const [shown, setShown] = useState<typeof pending | null>(null);
  const load = useCallback(() => Promise.resolve(ok(shown ?? pending)), [shown, pending]);
  return (
    <>
      <Bar
        tone="danger"
        title={t("rules.pending.title")}
        actions={
          <LinkButton onClick={() => setShown(pending)}>{t("common.showChanges")}</LinkButton>
        }
      >
        {t("rules.pending.text")} <Quote cut>{file}</Quote>
      </Bar>
      {shown !== null && (
        <AcceptDialog
          intro={t("rules.pending.intro")}
          files={[file]}
          load={load}
          accept={() => send("rules.accept", shown.hash)}
          onClose={() => setShown(null)}
        />
      )}
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
    case "field":
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

/** Error names of `jsonc-parser`, and our own checks before parsing (`TooLong`, `TooDeep`). */
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
