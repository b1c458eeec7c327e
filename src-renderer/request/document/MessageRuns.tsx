// A long list of messages. Messages far from view are replaced by a note of about their height, and are rendered when
// they come near the view or something jumps to them.
import { useContext, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { WIRE_LEAD_PX, PADDING_PX } from "#editor/options.ts";
import { useT } from "#words/index.ts";
import { blocksOf, isText } from "#shared/sampling/document/blocks.ts";
import type { Message } from "#shared/sampling/document/message.ts";
import { useUnrenderedTexts } from "./useUnrenderedTexts.ts";
import { runsOf } from "./messageRuns.ts";
import { PlacesContext } from "./places.ts";
import { useNear } from "./useNear.ts";
import s from "./Blocks.module.css";
import { scrollWithin } from "#kit/scrollWithin.ts";

/**
 * @param from index of the first message
 * @param renderMessage renders one message, with its key
 */
export function MessageRuns({
  messages,
  from,
  renderMessage,
}: {
  messages: readonly Message[];
  from: number;
  renderMessage: (message: Message, index: number) => ReactNode;
}) {
  const { drawn, runs } = runsOf(messages, from);
  return (
    <>
      {drawn.map((message, at) => renderMessage(message, from + at))}
      {runs.map((run, at) => (
        <Run key={at} messages={run.messages} from={run.from} renderMessage={renderMessage} />
      ))}
    </>
  );
}

function Run({
  messages,
  from,
  renderMessage,
}: {
  messages: readonly Message[];
  from: number;
  renderMessage: (message: Message, index: number) => ReactNode;
}) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [near, come] = useNear(box, false);
  const { places } = useContext(PlacesContext);
  const to = from + messages.length;
  useEffect(() => {
    if (near) return undefined;
    const open = (): void => {
      come();
      scrollWithin(box.current, "nearest");
    };
    const drops = Array.from({ length: to - from }, (_, at) =>
      places.registerLight(["messages", from + at], open),
    );
    return () => drops.forEach((drop) => drop());
  }, [near, places, from, to, come]);
  useUnrenderedTexts(box, near ? NONE : messages, () => {
    come();
    scrollWithin(box.current, "nearest");
  });
  if (near)
    return <div ref={box}>{messages.map((message, at) => renderMessage(message, from + at))}</div>;
  const height = messages.reduce((sum, message) => sum + heightOf(message), 0);
  return (
    <div ref={box} className={s.far} style={{ height }} role="note">
      {t("review.farMessages", { from: from + 1, to })}
    </div>
  );
}

const NONE: readonly Message[] = [];

const heights = new WeakMap<Message, number>();
/** Estimate of a message's height: a heading, then lines of `COLUMNS` characters. */
const HEADING_PX = 28;
const COLUMNS = 96;

function heightOf(message: Message): number {
  const known = heights.get(message);
  if (known !== undefined) return known;
  const lines = blocksOf(message.content).reduce(
    (sum, block) => sum + (isText(block) ? linesOf(block.text) : 4),
    0,
  );
  const height = HEADING_PX + lines * WIRE_LEAD_PX + 2 * PADDING_PX;
  heights.set(message, height);
  return height;
}

function linesOf(text: string): number {
  let lines = 0;
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf("\n", at);
    const length = (end === -1 ? text.length : end) - at;
    lines += Math.max(1, Math.ceil(length / COLUMNS));
    if (end === -1) break;
    at = end + 1;
  }
  return lines;
}
