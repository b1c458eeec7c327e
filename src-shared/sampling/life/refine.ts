// The request that asks a model to refine a response: the approved request, the response and the user's instruction.
// The user can edit it before approving it, like any other request.
import { blocksOf, isText, textBlock } from "../document/blocks.ts";
import type { Block, Message, RequestDocument, ResponseDocument } from "../document/message.ts";

export interface Refinement {
  document: RequestDocument;
  /** Tool calls turned into text, as no provider accepts a call without its result. */
  callsAsText: number;
}

/** True when the response has nothing to refine. */
export const isEmptyAnswer = ({ content }: ResponseDocument): boolean =>
  blocksOf(content).every((block) => isText(block) && block.text.trim() === "");

/** The prepared refinement: `approved`, then the response and an instruction as messages. */
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

/** A tool call as JSON text; other blocks unchanged. */
function asTold(block: Block): Block {
  if (block.type !== "tool_use") return block;
  const { type: _type, ...call } = block;
  return textBlock(JSON.stringify({ tool_use: call }, null, 2));
}

const isMedium = ({ type }: Block): boolean => type === "image" || type === "audio";

/**
 * Moves images and audio of the response to the user's message, as most providers take none from an assistant. The
 * same document where there is nothing to move.
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

/** The instruction in the last message; empty where there is none. */
export function instructionOf({ messages }: RequestDocument): string {
  const last = messages.at(-1);
  if (last?.role !== "user") return "";
  return blocksOf(last.content)
    .map((block) => (isText(block) ? block.text : block.type))
    .join("");
}
