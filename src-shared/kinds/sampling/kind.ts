// `sampling/createMessage`: a server asks for a completion (all versions up to 2025-11-25, client/sampling; embedded in
// `input_required` since 2026-07-28).
import { documentFacts } from "../../filter/documentFacts.ts";
import { readRequest } from "../../sampling/checks/intake.ts";
import { checkRequest, checkResponse } from "../../sampling/checks/validate.ts";
import { formedFor } from "../../sampling/checks/wire.ts";
import { firstWords } from "../../sampling/document/blocks.ts";
import { responseDocumentSchema } from "../../sampling/document/message.ts";
import { emptyAnswer } from "../../sampling/life/hand.ts";
import type { Kind } from "../kind.ts";

export const sampling: Kind = {
  name: "sampling",
  hasModel: true,
  takesFixtures: true,
  readRequest,
  checkRequest,
  readResponse: (response) => responseDocumentSchema.safeParse(response).data ?? null,
  checkResponse,
  emptyResponse: emptyAnswer,
  formedFor,
  deleted: { request: { messages: [] }, response: { role: "assistant", content: [], model: "" } },
  facts: documentFacts,
  firstWords,
};
