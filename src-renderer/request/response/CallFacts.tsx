// Below a tool call: its number, and where its arguments violate the tool's schema.
import { useContext } from "react";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { Path } from "#shared/request/document/flag.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { CheckIcon, WarnIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { faultWords } from "#forms/schema/fieldWords.ts";
import { pathKey } from "../document/document.ts";
import { CallFactsContext, jsonPathOf } from "./useCallChecks.ts";
import s from "./Response.module.css";

/** @param path of the block; renders nothing if it is not a tool call at gate 2 */
export function CallFacts({ path }: { path: Path }) {
  const t = useT();
  const fact = useContext(CallFactsContext).get(pathKey(path));
  if (fact === undefined) return null;
  const { check, count, number } = fact;
  return (
    <div className={s.facts} role="status">
      {count > 1 && <b>{t("tools.call.number", { number, count })}</b>}
      {check === null && <p>{t("tools.call.checking")}</p>}
      {check === "no-tool" && (
        <Line warn>
          {t("failures.flags.tool-undeclared")} <Quote cut>{fact.tool}</Quote>
        </Line>
      )}
      {check === "no-schema" && <p>{t("tools.call.noSchema")}</p>}
      {check !== null && typeof check !== "string" && check.kind === "unchecked" && (
        <Line warn>
          {t(check.because === "too-slow" ? "tools.call.slow" : "tools.call.broken")}{" "}
          {check.detail !== "" && <Quote>{check.detail}</Quote>} {t("tools.call.canSend")}
        </Line>
      )}
      {check !== null && typeof check !== "string" && check.kind !== "unchecked" && (
        <>
          {check.faults.length === 0 ? (
            <Line>{t("tools.call.fits")}</Line>
          ) : (
            <>
              <Line warn>
                {t("tools.call.faults", { count: check.faults.length + check.more })}{" "}
                {t("tools.call.canSend")}
              </Line>
              <ul>
                {check.faults.map(([place, fault]) => (
                  <li key={place}>
                    <Quote>{jsonPathOf(place)}</Quote> {faultWords(t, fault)}
                  </li>
                ))}
                {check.more > 0 && <li>{t("tools.call.more", { count: check.more })}</li>}
              </ul>
            </>
          )}
          {check.withoutPatterns && <Line warn>{t("tools.call.patterns")}</Line>}
        </>
      )}
    </div>
  );
}

function Line({ warn = false, children }: { warn?: boolean; children: ReactNode }) {
  return (
    <p className={s.factLine}>
      <Icon of={warn ? WarnIcon : CheckIcon} className={warn ? "warn" : undefined} />
      <span>{children}</span>
    </p>
  );
}
