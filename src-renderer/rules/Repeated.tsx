// Where no rule is yet: what the person has decided in the same way again and again, each one press from its rule.
import { useEffect, useState } from "react";
import { fromJsonText } from "../../src-shared/ledger/history.ts";
import { repeatedOf } from "../../src-shared/policy/repeated.ts";
import type { Repeated } from "../../src-shared/policy/repeated.ts";
import { useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { propose } from "../state/rules.ts";
import { view } from "../state/view.ts";
import type { View } from "../state/view.ts";
import { Button } from "../ui/Button.tsx";
import { SavedIcon } from "../ui/icons.ts";
import { Quote } from "../ui/Quote.tsx";
import s from "./Rules.module.css";

/** What a person decided at the first gate, and what has come of it. */
const DECIDED = "by1:me is:ended";

export function RepeatedDecisions() {
  const t = useT();
  const said = useRepeated();
  if (said.length === 0) return null;
  return (
    <section className={s.repeated} aria-label={t("rules.repeated.title")}>
      <h2>{t("rules.repeated.title")}</h2>
      <ul>
        {said.map((one) => (
          <li key={one.sampleId}>
            <span className="grow">
              <b>{one.serverName}</b> {one.call !== null && <Quote cut>{one.call}</Quote>}{" "}
              {t(`rules.repeated.${one.how}`, { count: one.times })}
            </span>
            <Button size="s" icon={SavedIcon} onClick={() => view.setState({ always: wayTo(one) })}>
              {t("rules.repeated.make")}
            </Button>
          </li>
        ))}
      </ul>
      <p className={s.hint}>{t("rules.repeated.why")}</p>
    </section>
  );
}

/** The rule begins with what the person has decided so far. */
const wayTo = ({ sampleId, how }: Repeated): NonNullable<View["always"]> => ({
  ...{ sampleId, gate: "request" },
  decide: how === "rejected" ? "refuse" : "allow",
  ...(how === "edited" ? { edit: true } : {}),
});

/** Of edits, those alone that were the same each time, as a rule could make them, and the whole of what was changed. */
async function asRules(said: readonly Repeated[]): Promise<Repeated[]> {
  const found = await Promise.all(
    said.map(async (one) => {
      if (one.how !== "edited") return one;
      const result = await propose(one.sampleId, "request");
      return result.ok && (result.value.edit?.alone ?? 0) >= one.times ? one : null;
    }),
  );
  return found.filter((one) => one !== null);
}

/** Of the newest of the record; asked for again when there is more of it. */
function useRepeated(): readonly Repeated[] {
  const [said, setSaid] = useState<readonly Repeated[]>([]);
  const head = useMirror((state) => state.history.head);
  const isForeign = useMirror((state) => state.historyImport !== null);
  useEffect(() => {
    let gone = false;
    // A record of another desk says nothing of what is decided here.
    if (isForeign) return undefined;
    void send("history.find", DECIDED).then((result) => {
      if (gone || !result.ok) return;
      const said = repeatedOf(fromJsonText(result.value).rows.map(({ facts }) => facts));
      void asRules(said).then((rules) => {
        if (!gone) setSaid(rules);
      });
    });
    return () => {
      gone = true;
    };
  }, [head, isForeign]);
  return isForeign ? [] : said;
}
