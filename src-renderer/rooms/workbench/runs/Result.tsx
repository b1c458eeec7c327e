// The complete result of a call: each content block by its type, unknown ones as JSON.
import { useState } from "react";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { RunView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { OutputCheck } from "./OutputCheck.tsx";
import { BlockHead, ContentBlock, JsonBlock } from "./ContentBlock.tsx";
import s from "./Run.module.css";

export function Result({
  run,
  outputSchema,
}: {
  run: RunView & { result: Json };
  outputSchema: JsonObject | undefined;
}) {
  const t = useT();
  const [raw, setRaw] = useState<"shown" | "raw">("shown");
  const failed = isJsonObject(run.result) && run.result.isError === true;
  const text = (): string => JSON.stringify(run.result, null, 2);
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
      {outputSchema !== undefined && isJsonObject(run.result) && (
        <OutputCheck schema={outputSchema} result={run.result} />
      )}
      {raw === "raw" ? (
        <Paper small text={text()} label={t("workbench.result.raw")} />
      ) : (
        <Parts result={run.result} kind={run.kind} />
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
    case "prompt":
      return <PromptMessage message={part} number={number} />;
    case "resource":
      return <ContentBlock block={{ type: "resource", resource: part }} />;
  }
}

function PromptMessage({ message, number }: { message: JsonObject; number: number }) {
  const t = useT();
  const { role, content, ...others } = message;
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
