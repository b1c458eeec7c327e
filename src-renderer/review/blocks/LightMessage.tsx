// A message that is far from view: its heading and its words as plain text, at the height that it will
// have. Nothing is shortened; controls and editors come when it comes near.
import { useId } from "react";
import { blocksOf, isText } from "../../../src-shared/sampling/document/blocks.ts";
import type { Message } from "../../../src-shared/sampling/document/message.ts";
import { Heading } from "./Heading.tsx";
import s from "./Blocks.module.css";

export function LightMessage({ message, index }: { message: Message; index: number }) {
  const heading = useId();
  const blocks = blocksOf(message.content);
  return (
    <>
      <Heading>
        <b id={heading}>
          {index + 1} · {message.role}
        </b>
      </Heading>
      {blocks.map((block, at) => (
        <pre key={at} className={s.light} aria-labelledby={heading}>
          {isText(block) ? block.text : JSON.stringify(block, null, 2)}
        </pre>
      ))}
    </>
  );
}
