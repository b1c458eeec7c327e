// A tool result: its blocks, its structured content as JSON, and whether it is an error.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { Json } from "#shared/json.ts";
import { isBlock, textBlock } from "#shared/request/document/blocks.ts";
import type { ToolResultBlock } from "#shared/request/document/blocks.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { carry, keyOf, moved } from "./document.ts";
import { EdgeContext, INNER } from "./edge.ts";
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
      <EdgeContext value={INNER}>
        {content.map((part, index) => {
          const props = {
            ...rest,
            path: [...path, "content", index],
            label: `${label}, ${index + 1}`,
            onChange:
              onChange === undefined ? undefined : (next: Json | null) => replace(index, next),
          };
          return (
            <div key={isBlock(part) ? keyOf(part) : `json-${index}`}>
              <Heading
                thin
                sub
                end={
                  onChange !== undefined && (
                    <PartMenu
                      at={index}
                      count={content.length}
                      label={props.label}
                      onMove={(by) => change({ content: moved(content, index, by) })}
                      onRemove={() => replace(index, null)}
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
                  path={props.path}
                  label={props.label}
                  onBroken={props.onBroken}
                  onChange={props.onChange}
                />
              )}
            </div>
          );
        })}
      </EdgeContext>
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
