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
            {"detail" in fault.fault && fault.fault.kind !== "when" && (
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
    default:
      return t(`rules.broken.${fault.kind}`);
  }
}
