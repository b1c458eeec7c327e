// Content blocks: text as Markdown, images, audio, tool calls and tool results; any other type as JSON. No block is
// left out. Flags of a block are shown with it.
import { memo, useContext } from "react";
import { CodeBlock, changedLines } from "#editor/index.ts";
import {
  isAudio,
  isImage,
  isReasoning,
  isText,
  isToolResult,
  isToolUse,
  reasoningText,
} from "#shared/request/document/blocks.ts";
import type { Block } from "#shared/request/document/message.ts";
import { carry, keyOf, originOf } from "./document.ts";
import { EdgeContext } from "./edge.ts";
import { FlagLines } from "../findings/FlagLines.tsx";
import { JsonBlock } from "./JsonBlock.tsx";
import { MediaBlock } from "./MediaBlock.tsx";
import { OtherFields } from "./OtherFields.tsx";
import { usePlace } from "./places.ts";
import { Resource } from "./Resource.tsx";
import { ToolResult } from "./ToolResult.tsx";
import { ToolUse } from "./ToolUse.tsx";
import type { BlockProps } from "../blockProps.ts";

/** Fields that the view of each block type shows itself; all others follow as lines. */
const CONTENT: Record<string, readonly string[]> = {
  text: ["type", "text"],
  image: ["type", "data", "mimeType"],
  audio: ["type", "data", "mimeType"],
  tool_use: ["type", "id", "name", "input"],
  thinking: ["type", "thinking"],
  reasoning: ["type", "text", "summary"],
  tool_result: ["type", "toolUseId", "content", "structuredContent", "isError"],
};

export const BlockView = memo(function BlockView(props: BlockProps) {
  const { block, path, label, onChange, onBroken } = props;
  const edge = useContext(EdgeContext);
  const whole = wholeOf(props);
  return (
    <>
      <FlagLines path={path} />
      {whole ?? (
        <JsonBlock
          value={block}
          wants="block"
          path={path}
          label={label}
          fill={edge.fill}
          onBroken={onBroken}
          onChange={onChange === undefined ? undefined : (next) => onChange(next as Block)}
        />
      )}
      {whole !== null && (
        <OtherFields
          holder={block}
          shown={CONTENT[block.type] ?? ["type", "resource"]}
          path={path}
          label={label}
          onBroken={onBroken}
          onChange={
            onChange === undefined || isReasoning(block)
              ? undefined
              : (next) => onChange(carry(block, next as Block))
          }
        />
      )}
    </>
  );
});

/** The view for the block's type; null if the block is shown as JSON. */
function wholeOf(props: BlockProps) {
  const { block } = props;
  if (isText(block)) return <TextBlock {...props} text={block.text} />;
  if (isImage(block) || isAudio(block)) return <MediaBlock {...props} block={block} />;
  if (isToolUse(block)) return <ToolUse {...props} block={block} />;
  if (isToolResult(block)) {
    return (
      <ToolResult {...props} block={block} inner={(inner) => <BlockView {...inner} inResult />} />
    );
  }
  if (isReasoning(block) && reasoningText(block) !== "") {
    // Read only: its provider refuses it if it was changed.
    return (
      <CodeBlock
        identity={keyOf(block)}
        value={reasoningText(block)}
        language="markdown"
        readOnly
        label={props.label}
      />
    );
  }
  if (props.inResult === true && block.type === "resource") return <Resource {...props} />;
  return null;
}

function TextBlock({ block, path, text, onChange, label }: BlockProps & { text: string }) {
  const edge = useContext(EdgeContext);
  const { found, register } = usePlace([...path, "text"]);
  const before = originOf(block) as Block;
  const asked = typeof before["text"] === "string" ? before["text"] : "";
  const edited = before === block || asked === text ? undefined : changedLines(asked, text);
  return (
    <CodeBlock
      ref={register}
      identity={keyOf(block)}
      value={text}
      language="markdown"
      readOnly={onChange === undefined}
      {...(onChange === undefined
        ? {}
        : { onChange: (next: string) => onChange(carry(block, { ...block, text: next })) })}
      marks={edited === undefined && found === undefined ? undefined : { edited, found }}
      label={label}
      {...edge}
    />
  );
}
