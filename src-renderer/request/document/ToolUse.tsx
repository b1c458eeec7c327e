// A tool call: its arguments as JSON. The tool's name and the call's id are in the heading.
import { useContext } from "react";
import { useT } from "#words/index.ts";
import type { ToolUseBlock } from "#shared/request/document/blocks.ts";
import type { JsonObject } from "#shared/json.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { carry } from "./document.ts";
import { EdgeContext } from "./edge.ts";
import { JsonBlock } from "./JsonBlock.tsx";
import s from "./Blocks.module.css";
import type { BlockProps } from "../blockProps.ts";

export function ToolUse({
  block,
  path,
  label,
  onChange,
  onBroken,
}: Omit<BlockProps, "block"> & { block: ToolUseBlock }) {
  const t = useT();
  const { fill } = useContext(EdgeContext);
  return (
    <>
      <p className={s.aside}>
        {t("content.toolUse.id")} <Quote cut>{block.id}</Quote>
      </p>
      <JsonBlock
        value={block.input}
        wants="object"
        path={[...path, "input"]}
        label={`${label}, ${t("common.arguments")}`}
        fill={fill}
        onBroken={onBroken}
        onChange={
          onChange === undefined
            ? undefined
            : (next) => onChange(carry(block, { ...block, input: next as JsonObject }))
        }
      />
    </>
  );
}
