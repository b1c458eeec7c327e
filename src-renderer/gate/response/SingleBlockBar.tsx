// The bar for a response with several blocks when the server accepts one (by its protocol version and its request),
// with ways to fix it. No block is dropped automatically.
import { useT } from "#words/index.ts";
import { blocksOf, isText, textBlock } from "#shared/request/document/blocks.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import type { ChangeAnswer } from "#request/response/Answer.tsx";
import { carry } from "#request/document/document.ts";

/** How many blocks get a button here; the others can be kept by their own menus. */
const offered = 4;

export function SingleBlockBar({
  document,
  onChange,
}: {
  document: ResponseDocument;
  onChange: ChangeAnswer | undefined;
}) {
  const t = useT();
  const blocks = blocksOf(document.content);
  const texts = blocks.filter(isText);
  // Other fields of a text block (annotations, `_meta`) would get lost in a joined one.
  const bare = texts.every((block) => Object.keys(block).length === 2);
  const joinable = texts.length === blocks.length && bare;
  const join = (): void =>
    onChange?.((now) => {
      const parts = blocksOf(now.content);
      const [first] = parts;
      if (first === undefined) return now;
      const text = parts.map((part) => String(part["text"] ?? "")).join("\n\n");
      return { ...now, content: carry(first, textBlock(text)) };
    });
  return (
    <Bar
      tone="warn"
      title={t("content.oneBlock.title", { count: blocks.length })}
      actions={
        onChange !== undefined && (
          <>
            {joinable && <LinkButton onClick={join}>{t("content.oneBlock.join")}</LinkButton>}
            {!joinable &&
              blocks.slice(0, offered).map((block, index) => (
                <LinkButton
                  key={index}
                  onClick={() => onChange((now) => ({ ...now, content: block }))}
                >
                  {t("content.oneBlock.keep", { number: index + 1 })}
                </LinkButton>
              ))}
          </>
        )
      }
    >
      {t(joinable ? "content.oneBlock.texts" : "content.oneBlock.mixed")}
    </Bar>
  );
}
