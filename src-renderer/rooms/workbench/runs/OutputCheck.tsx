// Whether a tool's result is what the tool's own output schema promises. Only a warning: the server sent it so.
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import { owesStructured } from "#shared/kinds/tool-call/checkOutcome.ts";
import { hasFaults } from "#forms/schema/check/argumentCheck.ts";
import { useArgumentCheck } from "#forms/schema/check/useArgumentCheck.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { faultWords } from "#forms/schema/fieldWords.ts";
import s from "./Run.module.css";

export function OutputCheck({ schema, result }: { schema: JsonObject; result: JsonObject }) {
  const t = useT();
  const { structuredContent } = result;
  if (!owesStructured(result)) return null;
  if (isJsonObject(structuredContent))
    return <ContentCheck schema={schema} content={structuredContent} />;
  return <Bar tone="warn" title={t("toolCall.misfit")} quiet />;
}

function ContentCheck({ schema, content }: { schema: JsonObject; content: JsonObject }) {
  const t = useT();
  const { check } = useArgumentCheck(schema, content);
  if (check?.kind === "unchecked")
    return <p className={s.quiet}>{t("workbench.result.unchecked")}</p>;
  if (check === null || !hasFaults(check)) return null;
  return (
    <Bar tone="warn" title={t("toolCall.misfit")} quiet>
      {check.faults.map(([place, fault]) => (
        <span key={place}>
          <Quote cut>{place}</Quote> {faultWords(t, fault)}{" "}
        </span>
      ))}
      {check.more > 0 && t("workbench.result.moreFaults", { count: check.more })}
    </Bar>
  );
}
