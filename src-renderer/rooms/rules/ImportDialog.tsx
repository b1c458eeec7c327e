// Imports rules from a file: shows its rules first, and saves none without confirmation.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { RuleFault } from "#shared/rules/fault.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { changeRules } from "#data/rules.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { ruleWords } from "#request/ruleWords.ts";
import { FaultList } from "./InactiveRulesBar.tsx";
import { imported, sameRule } from "./rows.ts";
import s from "./Rules.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** Compared with the current rules: the same rule is not imported again. */
type Kind = "new" | "same" | "other";

interface Found {
  rules: Rule[];
  faults: RuleFault[];
}

export function ImportDialog({ rules, onClose }: { rules: readonly Rule[]; onClose: () => void }) {
  const t = useT();
  const [found, setFound] = useState<Found | null>(null);
  const { failure, tell } = useAction();
  /** Ids of the rules not to import. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const begin = useEffectEvent(async () => {
    const result = await send("rules.import");
    if (!tell(result)) return;
    if (result.value === null) onClose();
    else setFound(result.value);
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    // Only once, although React's strict mode mounts twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void begin();
  }, []);
  const kind = (rule: Rule): Kind => {
    const here = rules.find(({ id }) => id === rule.id);
    return here === undefined ? "new" : sameRule(here, rule) ? "same" : "other";
  };
  const taken = (found?.rules ?? []).filter((rule) => !left.has(rule.id) && kind(rule) !== "same");
  const take = async (): Promise<void> => {
    const result = await changeRules(
      imported(taken),
      taken.map(({ id }) => id),
    );
    if (tell(result)) onClose();
  };
  const broken = found !== null && found.faults.length > 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("rules.import.title")}
      intro={t("rules.import.intro")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            level="primary"
            disabled={taken.length === 0 || broken}
            onClick={() => void take()}
          >
            {t("rules.import.take", { count: taken.length })}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      {found === null && failure === null && <LoadingBars />}
      {broken && (
        <>
          <p>{t("rules.import.broken")}</p>
          <FaultList faults={found.faults} />
        </>
      )}
      {found !== null && !broken && found.rules.length === 0 && <p>{t("rules.import.none")}</p>}
      {found !== null && !broken && found.rules.length > 0 && (
        <ul className={s.found}>
          {found.rules.map((rule) => (
            <li key={rule.id}>
              <Checkbox
                checked={kind(rule) !== "same" && !left.has(rule.id)}
                disabled={kind(rule) === "same"}
                onChange={(on) => {
                  const next = new Set(left);
                  if (on) next.delete(rule.id);
                  else next.add(rule.id);
                  setLeft(next);
                }}
                hint={
                  <>
                    {rule.when === "" ? t("rules.everything") : <Quote bare>{rule.when}</Quote>}{" "}
                    {ruleWords(t, rule).join(" · ")}
                  </>
                }
              >
                <b>{t(`rules.decide.${rule.decide}`)}</b> <Quote bare>{rule.name}</Quote>{" "}
                <span className="ink3">{t(`rules.import.${kind(rule)}`)}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
