// An answer as blocks on paper, editable; a text part can be added, parts can be removed.
import { useCallback, useRef } from "react";
import { useT } from "../i18n/index.ts";
import { blocksOf, textBlock } from "../../src-shared/sampling/blocks.ts";
import type { Path } from "../../src-shared/sampling/flag.ts";
import type { MediaFacts } from "../../src-shared/sampling/media.ts";
import type { Block, ResponseDocument } from "../../src-shared/sampling/message.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PlusIcon } from "../ui/icons.ts";
import { Quote } from "../ui/Quote.tsx";
import { BlockView, Heading, KindName } from "./Blocks.tsx";
import { CallFacts } from "./CallFacts.tsx";
import { changeBlock, keyOf, withBlocks } from "./document.ts";
import { aboutTokens } from "./tokens.ts";
import s from "./Blocks.module.css";

export type ChangeAnswer = (change: (document: ResponseDocument) => ResponseDocument) => void;

export function Answer({
  document,
  sampleId,
  media,
  onChange,
  onBroken,
}: {
  document: ResponseDocument;
  sampleId: string;
  media: readonly MediaFacts[];
  onChange?: ChangeAnswer | undefined;
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
}) {
  const t = useT();
  const blocks = blocksOf(document.content);
  const many = Array.isArray(document.content);
  return (
    <>
      {blocks.length === 0 && <p className={s.empty}>{t("review.answer.empty")}</p>}
      {blocks.map((block, at) => (
        <AnswerBlock
          key={keyOf(block)}
          block={block}
          at={at}
          path={["content", ...(many ? [at] : [])]}
          role={at === 0 ? document.role : null}
          alone={blocks.length === 1}
          fill={at === blocks.length - 1}
          eager={at === 0}
          sampleId={sampleId}
          media={media}
          onChange={onChange}
          onBroken={onBroken}
        />
      ))}
      {onChange !== undefined && (
        <div className={s.add}>
          <LinkButton
            onClick={() =>
              onChange((now) => ({ ...now, content: [...blocksOf(now.content), textBlock("")] }))
            }
          >
            <Icon of={PlusIcon} />
            {t("review.addText")}
          </LinkButton>
        </div>
      )}
    </>
  );
}

function AnswerBlock({
  block,
  at,
  path,
  role,
  alone,
  onChange,
  ...rest
}: {
  block: Block;
  at: number;
  path: Path;
  role: string | null;
  alone: boolean;
  fill: boolean;
  eager: boolean;
  sampleId: string;
  media: readonly MediaFacts[];
  onChange: ChangeAnswer | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
}) {
  const t = useT();
  const place = useRef(at);
  place.current = at;
  const change = useCallback(
    (next: Block | null) =>
      onChange?.((now) => ({
        ...now,
        content: withBlocks(now.content, changeBlock(blocksOf(now.content), place.current, next)),
      })),
    [onChange],
  );
  const name = block["name"];
  return (
    <>
      <Heading
        end={
          <>
            {typeof block["text"] === "string" && aboutTokens(t, block["text"])}
            {!alone && onChange !== undefined && (
              <LinkButton onClick={() => change(null)}>{t("common.remove")}</LinkButton>
            )}
          </>
        }
      >
        {role !== null && <b>{role === "assistant" ? t("review.role.assistant") : role}</b>}
        <span>
          <KindName block={block} />
        </span>
        {block.type === "tool_use" && typeof name === "string" && <Quote cut>{name}</Quote>}
      </Heading>
      <BlockView
        {...rest}
        block={block}
        path={path}
        label={alone ? t("review.answer.label") : `${t("review.answer.label")}, ${at + 1}`}
        onChange={onChange === undefined ? undefined : change}
      />
      <CallFacts path={path} />
    </>
  );
}
