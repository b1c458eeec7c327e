// A tool result: its blocks, its structured content as JSON, and whether it is an error.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { Json } from "#shared/json.ts";
import { isBlock, textBlock } from "#shared/sampling/document/blocks.ts";
import type { ToolResultBlock } from "#shared/sampling/document/blocks.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { carry, keyOf, moved } from "./document.ts";
import { Heading, KindName, NoParts } from "./Heading.tsx";
import { JsonBlock } from "./JsonBlock.tsx";
import { PartMenu } from "./PartMenu.tsx";
import s from "./Blocks.module.css";
import type { BlockProps } from "../blockProps.ts";

export function ToolResult({
  block,
  path,
  onChange,
  label,
  inner,
  fill: _fill,
  inResult: _inResult,
  ...rest
}: Omit<BlockProps, "block"> & {
  block: ToolResultBlock;
  /** Renders one block of the result. */
  inner: (props: BlockProps) => ReactNode;
}) {
  const t = useT();
  const { content, structuredContent, isError } = block;
  const change = (next: Partial<ToolResultBlock>): void =>
    onChange?.(carry(block, { ...block, ...next }));
  const replace = (index: number, next: Json | null): void =>
    change({
      content:
        next === null
          ? content.filter((_part, at) => at !== index)
          : content.map((part, at) => (at === index ? next : part)),
    });
  return (
    <>
      {(onChange !== undefined || isError !== undefined) && (
        <div className={s.aside}>
          {onChange === undefined ? (
            isError === true && <span className="warn">{t("content.toolResult.isError")}</span>
          ) : (
            <Checkbox checked={isError === true} onChange={(next) => change({ isError: next })}>
              {t("content.toolResult.isError")}
            </Checkbox>
          )}
          {onChange !== undefined && (
            <LinkButton onClick={() => change({ content: [...content, textBlock("")] })}>
              {t("common.addText")}
            </LinkButton>
          )}
        </div>
      )}
      {content.length === 0 && structuredContent === undefined && (
        <NoParts>{t("content.toolResult.empty")}</NoParts>
      )}
      {content.map((part, index) => (
        <ResultPart
          key={isBlock(part) ? keyOf(part) : `json-${index}`}
          {...rest}
          part={part}
          at={index}
          count={content.length}
          path={[...path, "content", index]}
          label={`${label}, ${index + 1}`}
          inner={inner}
          onChange={onChange === undefined ? undefined : (next) => replace(index, next)}
          onMove={(by) => change({ content: moved(content, index, by) })}
        />
      ))}
      {structuredContent !== undefined && (
        <>
          <Heading thin sub>
            {t("review.block.structured")}
          </Heading>
          <JsonBlock
            value={structuredContent}
            wants="any"
            path={[...path, "structuredContent"]}
            label={`${label}, ${t("review.block.structured")}`}
            onBroken={rest.onBroken}
            onChange={
              onChange === undefined ? undefined : (next) => change({ structuredContent: next })
            }
          />
        </>
      )}
    </>
  );
}

function ResultPart({
  part,
  at,
  count,
  inner,
  onMove,
  ...props
}: Omit<BlockProps, "block" | "onChange"> & {
  part: Json;
  at: number;
  count: number;
  inner: (props: BlockProps) => ReactNode;
  onChange: ((next: Json | null) => void) | undefined;
  onMove: (by: 1 | -1) => void;
}) {
  const t = useT();
  const { path, label, onBroken, onChange } = props;
  return (
    <div>
      <Heading
        thin
        sub
        end={
          onChange !== undefined && (
            <PartMenu
              at={at}
              count={count}
              label={label}
              onMove={onMove}
              onRemove={() => onChange(null)}
            />
          )
        }
      >
        {isBlock(part) ? <KindName block={part} inResult /> : t("review.block.unknown")}
      </Heading>
      {isBlock(part) ? (
        inner({ ...props, block: part })
      ) : (
        <JsonBlock
          value={part}
          wants="any"
          path={path}
          label={label}
          onBroken={onBroken}
          onChange={onChange}
        />
      )}
    </div>
  );
}
