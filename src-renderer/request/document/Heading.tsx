// Headings of messages and blocks, and the words in them.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import { blockKind, isReasoning } from "#shared/request/document/blocks.ts";
import type { Block } from "#shared/request/document/message.ts";
import { cx } from "#kit/cx.ts";
import { Quote } from "#kit/text/Quote.tsx";
import s from "./Blocks.module.css";

/** A heading bar. What is at its `end` appears while its block has focus or pointer. */
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
      {end !== undefined && <span className={cx(s.end, s.quiet)}>{end}</span>}
    </div>
  );
}

/** The type of a block in words. A type that MCP does not define is quoted as it is. */
export function KindName({ block, inResult = false }: { block: Block; inResult?: boolean }) {
  const t = useT();
  const kind = blockKind(block);
  if (inResult && block.type === "resource") return t("content.resource.embedded");
  if (inResult && block.type === "resource_link") return t("content.resource.link");
  if (isReasoning(block)) return t("review.block.reasoning");
  if (kind === "unknown" && block.type !== "") {
    return (
      <>
        {t("review.block.unknown")} <span className="wire">{block.type}</span>
      </>
    );
  }
  return t(`review.block.${block.type === "" ? "malformed" : kind}`);
}

/** The type of a block, with its tool name or the id of the call that a result belongs to. */
export function BlockWords({ block }: { block: Block }) {
  const t = useT();
  const named =
    block.type === "tool_use"
      ? block["name"]
      : block.type === "tool_result"
        ? block["toolUseId"]
        : null;
  return (
    <>
      <span>
        <KindName block={block} />
      </span>
      {typeof named === "string" && <Quote cut>{named}</Quote>}
      {block["isError"] === true && <span className="warn">{t("review.block.isError")}</span>}
    </>
  );
}

/** In place of the parts of a message that has none. */
export function NoParts({ children }: { children: ReactNode }) {
  return <p className={s.empty}>{children}</p>;
}

/** Below the last block: what can be added. What is below it is chrome: no text can pretend to follow it. */
export function DocumentEnd({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={s.add}>{children}</div>
      <div className={s.rest} />
    </>
  );
}
