// A response as editable blocks, which can be added and deleted.
import { useCallback, useRef } from "react";
import { useT } from "#words/index.ts";
import { blocksOf, isText } from "#shared/sampling/document/blocks.ts";
import type { Path } from "#shared/sampling/document/flag.ts";
import type { MediaFacts } from "#shared/sampling/document/media.ts";
import type { Block, ResponseDocument, Tool } from "#shared/sampling/document/message.ts";
import { BlockView } from "../document/Blocks.tsx";
import { CallFacts } from "./CallFacts.tsx";
import { changeBlock, keyOf, moved, withBlocks } from "../document/document.ts";
import { FlagLines } from "../findings/FlagLines.tsx";
import { BlockWords, DocumentEnd, Heading, NoParts } from "../document/Heading.tsx";
import { Members } from "../document/Members.tsx";
import { AddParts, PartMenu } from "../document/PartMenu.tsx";
import { MediaDropTarget } from "../document/MediaDropTarget.tsx";
import s from "./Response.module.css";

export type ChangeAnswer = (change: (document: ResponseDocument) => ResponseDocument) => void;

const noTools: readonly Tool[] = [];

export function Answer({
  document,
  sampleId,
  media,
  tools = noTools,
  soon = false,
  from,
  onChange,
  onBroken,
}: {
  document: ResponseDocument;
  sampleId: string;
  media: readonly MediaFacts[];
  /** Tools that the response may call. */
  tools?: readonly Tool[];
  /** The response has just arrived and its stream is still on screen; its first editor mounts a frame later. */
  soon?: boolean;
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
          fill={onChange === undefined && at === blocks.length - 1}
          eager={!soon && at === 0}
          soon={soon && at === 0}
          sampleId={sampleId}
          media={media}
          onChange={onChange}
          onBroken={onBroken}
        />
      ))}
      <Members
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
  onChange,
  ...rest
}: {
  block: Block;
  at: number;
  path: Path;
  role: string | null;
  from: string | undefined;
  count: number;
  fill: boolean;
  eager: boolean;
  soon: boolean;
  sampleId: string;
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
      <BlockView
        {...rest}
        block={block}
        path={path}
        label={label}
        onChange={onChange === undefined ? undefined : change}
      />
    </>
  );
}
