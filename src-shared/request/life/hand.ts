import { textBlock } from "../document/blocks.ts";
import type { ResponseDocument } from "../document/message.ts";

/**
 * An empty response for the user to write. `model` says who wrote it (all versions, "CreateMessageResult": the name
 * of the model that generated the message).
 */
export const emptyAnswer = (): ResponseDocument => ({
  role: "assistant",
  content: [textBlock("")],
  model: "human",
  stopReason: "endTurn",
});
