// What a tool call sends beside name and arguments, read only.
import type { ToolCallRequest } from "#shared/request/kinds/tool-call/document.ts";
import { useT } from "#words/index.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { Heading } from "#request/document/Heading.tsx";

export function AlsoSent({ call: { otherParams } }: { call: ToolCallRequest }) {
  const t = useT();
  if (otherParams === undefined) return null;
  return (
    <>
      <Heading>
        <b>{t("toolCall.alsoSent")}</b>
        <span>{t("toolCall.asItCame")}</span>
      </Heading>
      <Paper text={JSON.stringify(otherParams, null, 2)} label={t("toolCall.alsoSent")} />
    </>
  );
}
