// `sampling/createMessage`: a server asks for a completion (all versions up to 2025-11-25, client/sampling; embedded in
// `input_required` since 2026-07-28).
import { readRequest } from "../../checks/intake.ts";
import { checkRequest, checkResponse } from "../../checks/validate.ts";
import { formedFor } from "../../checks/wire.ts";
import { responseDocumentSchema } from "../../document/message.ts";
import { emptyAnswer } from "../../document/blocks.ts";
import type { Kind } from "../kind.ts";
import { samplingFacts } from "./facts.ts";

export const sampling: Kind = {
  takesFixtures: true,
  readRequest,
  checkRequest,
  readResponse: (response) => responseDocumentSchema.safeParse(response).data ?? null,
  checkResponse,
  emptyResponse: emptyAnswer,
  formedFor,
  deleted: { request: { messages: [] }, response: { role: "assistant", content: [], model: "" } },
  ...samplingFacts,
};
