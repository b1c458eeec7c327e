// What the user starts from who answers without a model.
import { textBlock } from "../document/blocks.ts";
import type { ResponseDocument } from "../document/message.ts";

/**
 * An empty answer, to be written by the user. `model` says who really answered (all revisions,
 * "CreateMessageResult": the name of the model that generated the message).
 */
export const emptyAnswer = (): ResponseDocument => ({
  role: "assistant",
  content: [textBlock("")],
  model: "human",
  stopReason: "endTurn",
});
