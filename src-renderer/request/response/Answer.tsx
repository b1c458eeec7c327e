// A response as editable blocks, which can be added and deleted.
import { useCallback, useMemo, useRef } from "react";
import { useT } from "#words/index.ts";
import { blocksOf, isText } from "#shared/request/document/blocks.ts";
import { takeOutCall } from "#shared/request/document/takeOutCall.ts";
import type { Path } from "#shared/request/document/flag.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import type { Block, ResponseDocument, Tool } from "#shared/request/document/message.ts";
import { BlockView } from "../document/Blocks.tsx";
import { CallFacts } from "./CallFacts.tsx";
import { CallHold } from "./CallHold.tsx";
import { changeBlock, keyOf, moved, withBlocks } from "../document/document.ts";
import { EdgeContext } from "../document/edge.ts";
import type { Edge } from "../document/edge.ts";
import { FlagLines } from "../findings/FlagLines.tsx";
import { BlockWords, DocumentEnd, Heading, NoParts } from "../document/Heading.tsx";
import { OtherFields } from "../document/OtherFields.tsx";
import { AddParts, PartMenu } from "../document/PartMenu.tsx";
import { MediaDropTarget } from "../media/MediaDropTarget.tsx";
import s from "./Response.module.css";

export type ChangeAnswer = (change: (document: ResponseDocument) => ResponseDocument) => void;

const noTools: readonly Tool[] = [];

export function Answer({
  document,
  requestId,
  media,
  tools = noTools,
  start = "now",
  from,
  onChange,
  onBroken,
}: {
  document: ResponseDocument;
  requestId: string;
  media: readonly MediaFacts[];
  /** Tools that the response may call. */
  tools?: readonly Tool[];
  /** `nextFrame`: the response has just arrived and its stream is still on screen. */
  start?: "now" | "nextFrame";
  /** Who wrote it, shown above the first block. */
  from?: string | undefined;
  onChange?: ChangeAnswer | undefined;
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
}) {
  const t = useT();
  const blocks = blocksOf(document.content);
  const many = Array.isArray(document.content);
  const add = (part: Block): void =>
    onChange?.((now) => {
      const parts = blocksOf(now.content);
      const [only] = parts;
      // The first block replaces the empty text that an answer by hand starts with.
      const empty = parts.length === 1 && only !== undefined && isText(only) && only.text === "";
      return { ...now, content: empty ? [part] : [...parts, part] };
    });
  return (
    <MediaDropTarget className={s.whole} onPart={onChange === undefined ? undefined : add}>
      {many && <FlagLines path={["content"]} />}
      <FlagLines path={["role"]} />
      {blocks.length === 0 && <NoParts>{t("review.answer.empty")}</NoParts>}
      {blocks.map((block, at) => (
        <AnswerBlock
          key={keyOf(block)}
          block={block}
          at={at}
          path={["content", ...(many ? [at] : [])]}
          role={at === 0 ? document.role : null}
          from={at === 0 ? from : undefined}
          count={blocks.length}
          start={at === 0 ? start : undefined}
          fill={onChange === undefined && at === blocks.length - 1}
          requestId={requestId}
          media={media}
          onChange={onChange}
          onBroken={onBroken}
        />
      ))}
      <OtherFields
        holder={document}
        shown={["role", "content", "model", "stopReason"]}
        path={[]}
        label={t("common.response")}
        onBroken={onBroken}
        onChange={
          onChange === undefined ? undefined : (next) => onChange(() => next as ResponseDocument)
        }
      />
      {onChange !== undefined && (
        <>
          <DocumentEnd>
            <AddParts onAdd={add} tools={tools} />
          </DocumentEnd>
        </>
      )}
    </MediaDropTarget>
  );
}

function AnswerBlock({
  block,
  at,
  path,
  role,
  from,
  count,
  start,
  fill,
  onChange,
  ...rest
}: {
  block: Block;
  at: number;
  path: Path;
  role: string | null;
  from: string | undefined;
  count: number;
  start: Edge["start"];
  fill: boolean;
  requestId: string;
  media: readonly MediaFacts[];
  onChange: ChangeAnswer | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
}) {
  const t = useT();
  const place = useRef(at);
  place.current = at;
  const changeParts = useCallback(
    (next: (parts: Block[]) => Block[]) =>
      onChange?.((now) => ({
        ...now,
        content: withBlocks(now.content, next(blocksOf(now.content))),
      })),
    [onChange],
  );
  const change = useCallback(
    (next: Block | null) => changeParts((parts) => changeBlock(parts, place.current, next)),
    [changeParts],
  );
  const edge = useMemo(() => ({ start, fill }), [start, fill]);
  const answer = t("common.response");
  const label = count === 1 ? answer : `${answer}, ${at + 1}`;
  return (
    <>
      <Heading
        end={
          onChange !== undefined && (
            <PartMenu
              at={at}
              count={count}
              label={label}
              onMove={(by) => changeParts((parts) => moved(parts, place.current, by))}
              onRemove={() => change(null)}
            />
          )
        }
      >
        {role !== null && <b>{role === "assistant" ? answer : role}</b>}
        {from !== undefined && <span className="cut">{from}</span>}
        {(count > 1 || !isText(block)) && <BlockWords block={block} />}
      </Heading>
      <CallFacts path={path} />
      <CallHold
        block={block}
        onTakeOut={
          onChange && ((words) => onChange((now) => takeOutCall(now, place.current, words)))
        }
      />
      <EdgeContext value={edge}>
        <BlockView
          {...rest}
          block={block}
          path={path}
          label={label}
          onChange={onChange === undefined ? undefined : change}
        />
      </EdgeContext>
    </>
  );
}
