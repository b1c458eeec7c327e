// What a model is sent to refine an answer: the request as it was approved, the answer as it stands, and the user's
// instruction. An ordinary request, shown and edited before it is approved.
import { blocksOf, isText, textBlock } from "../document/blocks.ts";
import type { Block, Message, RequestDocument, ResponseDocument } from "../document/message.ts";

export interface Refinement {
  document: RequestDocument;
  /** Tool calls that are told as text: nobody has run them, and a call without its result is taken by no model. */
  callsAsText: number;
}

/** True when the answer says nothing that could be refined. */
export const isEmptyAnswer = ({ content }: ResponseDocument): boolean =>
  blocksOf(content).every((block) => isText(block) && block.text.trim() === "");

/** The refinement as it is prepared: `approved` with the answer and an instruction at its end. */
export function refinementOf(
  approved: RequestDocument,
  answer: ResponseDocument,
  instruction = "",
): Refinement {
  const blocks = blocksOf(answer.content);
  const said = blocks.map(asTold).filter((block) => !isText(block) || block.text !== "");
  const [only] = said;
  const assistant: Message = {
    role: "assistant",
    content: said.length === 1 && only !== undefined ? only : said,
  };
  return {
    document: {
      ...approved,
      messages: [
        ...approved.messages,
        assistant,
        { role: "user", content: textBlock(instruction) },
      ],
    },
    callsAsText: blocks.filter(({ type }) => type === "tool_use").length,
  };
}

/** A call as the text that it is; everything else as it is. */
function asTold(block: Block): Block {
  if (block.type !== "tool_use") return block;
  const { type: _type, ...call } = block;
  return textBlock(JSON.stringify({ tool_use: call }, null, 2));
}

const isMedium = ({ type }: Block): boolean => type === "image" || type === "audio";

/**
 * The same with images and audio of the answer in the user's message: most providers take none from an assistant.
 * The document itself where there is nothing to move.
 */
export function withMediaInInstruction(document: RequestDocument): RequestDocument {
  const { messages } = document;
  const [answer, last] = messages.slice(-2);
  if (answer?.role !== "assistant" || last?.role !== "user") return document;
  const blocks = blocksOf(answer.content);
  const media = blocks.filter(isMedium);
  if (media.length === 0) return document;
  const rest = blocks.filter((block) => !isMedium(block));
  return {
    ...document,
    messages: [
      ...messages.slice(0, -2),
      ...(rest.length === 0 ? [] : [{ ...answer, content: rest }]),
      { ...last, content: [...media, ...blocksOf(last.content)] },
    ],
  };
}

/** The instruction that stands at the end; empty where there is none. */
export function instructionOf({ messages }: RequestDocument): string {
  const last = messages.at(-1);
  if (last?.role !== "user") return "";
  return blocksOf(last.content)
    .map((block) => (isText(block) ? block.text : block.type))
    .join("");
}
