// The complete result of a call: each content block by its type, unknown ones as JSON.
import { useState } from "react";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { owesStructured } from "#shared/request/kinds/tool-call/checkOutcome.ts";
import type { RunView } from "#shared/servers/server.ts";
import { hasFaults } from "#forms/schema/check/argumentCheck.ts";
import { useArgumentCheck } from "#forms/schema/check/useArgumentCheck.ts";
import { faultWords } from "#forms/schema/fieldWords.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { BlockHead, ContentBlock, JsonBlock } from "./ContentBlock.tsx";
import s from "./Call.module.css";

export function Result({
  call,
  outputSchema,
}: {
  call: RunView & { result: Json };
  outputSchema: JsonObject | undefined;
}) {
  const t = useT();
  const [raw, setRaw] = useState<"shown" | "raw">("shown");
  const failed = isJsonObject(call.result) && call.result.isError === true;
  const text = (): string => JSON.stringify(call.result, null, 2);
  return (
    <>
      <header className={s.sub}>
        <h2>{t("common.result")}</h2>
        <span className="grow" />
        <Segmented
          label={t("workbench.result.view")}
          value={raw}
          onChange={setRaw}
          options={[
            { value: "shown", label: t("workbench.result.shown") },
            { value: "raw", label: t("workbench.result.raw") },
          ]}
        />
        <CopyButton what={t("common.result")} text={text} />
      </header>
      {failed && (
        <Bar tone="danger" title={t("workbench.result.isError")} quiet>
          {t("workbench.result.isErrorWhy")}
        </Bar>
      )}
      {outputSchema !== undefined &&
        isJsonObject(call.result) &&
        owesStructured(call.result) &&
        (isJsonObject(call.result.structuredContent) ? (
          <OutputCheck schema={outputSchema} content={call.result.structuredContent} />
        ) : (
          <Bar tone="warn" title={t("toolCall.misfit")} quiet />
        ))}
      {raw === "raw" ? (
        <Paper small text={text()} label={t("workbench.result.raw")} />
      ) : (
        <Parts result={call.result} kind={call.kind} />
      )}
    </>
  );
}

/** The field that holds the content depends on the kind of call; other fields follow as JSON. */
function Parts({ result, kind }: { result: Json; kind: RunView["kind"] }) {
  const t = useT();
  if (!isJsonObject(result)) return <JsonBlock label={t("workbench.result.odd")} value={result} />;
  const name = kind === "tool" ? "content" : kind === "prompt" ? "messages" : "contents";
  const { [name]: list, structuredContent, isError: _shown, ...others } = result;
  const parts = Array.isArray(list) ? list : [];
  const nothing = parts.length === 0 && structuredContent === undefined;
  return (
    <>
      {list !== undefined && !Array.isArray(list) && (
        <JsonBlock label={t("workbench.result.odd")} value={list} />
      )}
      {parts.map((part, index) => (
        <Part key={index} part={part} kind={kind} number={index + 1} />
      ))}
      {structuredContent !== undefined && (
        <JsonBlock label={t("workbench.result.structured")} value={structuredContent} />
      )}
      {Object.keys(others).length > 0 && (
        <JsonBlock label={t("workbench.result.others")} value={others} />
      )}
      {nothing && <p className={s.quiet}>{t("workbench.result.nothing")}</p>}
    </>
  );
}

function Part({ part, kind, number }: { part: Json; kind: RunView["kind"]; number: number }) {
  const t = useT();
  if (!isJsonObject(part)) return <JsonBlock label={t("workbench.result.odd")} value={part} />;
  switch (kind) {
    case "tool":
      return <ContentBlock block={part} />;
    case "resource":
      return <ContentBlock block={{ type: "resource", resource: part }} />;
    case "prompt": {
      const { role, content, ...others } = part;
      const blocks = Array.isArray(content) ? content : [content ?? null];
      return (
        <>
          <BlockHead
            title={t("workbench.result.message", { number })}
            quote={typeof role === "string" ? role : JSON.stringify(role ?? null)}
          />
          {blocks.map((block, index) =>
            isJsonObject(block) ? (
              <ContentBlock key={index} block={block} />
            ) : (
              <JsonBlock key={index} label={t("workbench.result.odd")} value={block} />
            ),
          )}
          {Object.keys(others).length > 0 && (
            <JsonBlock label={t("workbench.result.others")} value={others} />
          )}
        </>
      );
    }
  }
}

/** Whether the result is what the tool's own output schema promises. Only a warning: the server sent it so. */
function OutputCheck({ schema, content }: { schema: JsonObject; content: JsonObject }) {
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
