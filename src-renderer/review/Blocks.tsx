// Content blocks on paper: text as Markdown, images shown, sound playable, tool results part by part,
// everything else as JSON. None is dropped, whatever its kind.
import { memo } from "react";
import type { ReactNode } from "react";
import { CodeBlock, changedLines } from "../editor/index.ts";
import { useT } from "../i18n/index.ts";
import {
  blockKind,
  isAudio,
  isBlock,
  isImage,
  isText,
  isToolResult,
} from "../../src-shared/sampling/blocks.ts";
import type { ToolResultBlock } from "../../src-shared/sampling/blocks.ts";
import type { Path } from "../../src-shared/sampling/flag.ts";
import type { MediaFacts } from "../../src-shared/sampling/media.ts";
import type { Block } from "../../src-shared/sampling/message.ts";
import { cx } from "../ui/cx.ts";
import { carry, keyOf, originOf } from "./document.ts";
import { JsonBlock } from "./JsonBlock.tsx";
import { MediaBlock } from "./MediaBlock.tsx";
import { usePlace } from "./places.ts";
import s from "./Blocks.module.css";

export interface BlockProps {
  block: Block;
  path: Path;
  sampleId: string;
  media: readonly MediaFacts[];
  /** Undefined: read only. Null removes the block. */
  onChange?: ((next: Block | null) => void) | undefined;
  /** Told while a JSON text does not parse. */
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
  label: string;
  fill?: boolean;
  /** On the first screen for certain. */
  eager?: boolean;
}

/** A chrome bar between papers. */
export function Heading({
  children,
  end,
  thin = false,
  sub = false,
}: {
  children: ReactNode;
  end?: ReactNode;
  thin?: boolean;
  sub?: boolean;
}) {
  return (
    <div className={cx(s.heading, thin && s.thin, sub && s.sub)}>
      {children}
      {end !== undefined && <span className={s.end}>{end}</span>}
    </div>
  );
}

export const BlockView = memo(function BlockView(props: BlockProps) {
  const { block } = props;
  if (isText(block)) return <TextBlock {...props} text={block.text} member="text" />;
  if (isImage(block) || isAudio(block)) return <MediaBlock {...props} block={block} />;
  if (isToolResult(block)) return <ToolResult {...props} block={block} />;
  return <JsonBlock {...props} />;
});

function TextBlock({
  block,
  path,
  text,
  member,
  onChange,
  label,
  fill = false,
  eager = false,
}: BlockProps & { text: string; member: string }) {
  const textPath = [...path, member];
  const { found, register } = usePlace(textPath);
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
      fill={fill}
      eager={eager}
    />
  );
}

/** The parts of a tool's result, each as what it is; its other members as JSON. */
function ToolResult({
  block,
  path,
  onChange,
  label,
  ...rest
}: BlockProps & { block: ToolResultBlock }) {
  const t = useT();
  const { content, structuredContent, ...others } = block;
  const extra = Object.keys(others).filter((key) => !["type", "toolUseId"].includes(key));
  const replace = (index: number, next: Block | null): void => {
    const parts =
      next === null
        ? content.filter((_part, at) => at !== index)
        : content.map((part, at) => (at === index ? next : part));
    onChange?.(carry(block, { ...block, content: parts }));
  };
  const part = (name: string, value: unknown, then: (next: Block) => void, key: string) => (
    <div key={key}>
      <Heading thin sub>
        {name}
      </Heading>
      <JsonBlock
        {...rest}
        block={value as Block}
        anyJson
        path={[...path, key]}
        label={`${label}, ${name}`}
        onChange={onChange === undefined ? undefined : (next) => next !== null && then(next)}
      />
    </div>
  );
  return (
    <>
      {content.map((inner, index) =>
        isBlock(inner) ? (
          <div key={keyOf(inner)}>
            <Heading thin sub>
              <KindName block={inner} />
            </Heading>
            <BlockView
              {...rest}
              block={inner}
              path={[...path, "content", index]}
              label={`${label}, ${index + 1}`}
              onChange={onChange === undefined ? undefined : (next) => replace(index, next)}
            />
          </div>
        ) : (
          part(t("review.block.unknown"), inner, (next) => replace(index, next), `content.${index}`)
        ),
      )}
      {structuredContent !== undefined &&
        part(
          t("review.block.structured"),
          structuredContent,
          (next) => onChange?.(carry(block, { ...block, structuredContent: next })),
          "structuredContent",
        )}
      {extra.map((name) =>
        part(
          name,
          others[name],
          (next) => onChange?.(carry(block, { ...block, [name]: next })),
          name,
        ),
      )}
    </>
  );
}

/** The kind of a block in words; what no revision names keeps its own name, as foreign text. */
export function KindName({ block }: { block: Block }) {
  const t = useT();
  const kind = blockKind(block);
  if (kind === "unknown" && block.type !== "") {
    return (
      <>
        {t("review.block.unknown")} <span className="wire">{block.type}</span>
      </>
    );
  }
  return t(`review.block.${kind}`);
}
