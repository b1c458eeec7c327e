// `elicitation/create`: a server asks the user to fill in a form or to open a page (2025-06-18, 2025-11-25,
// client/elicitation; embedded in `input_required` since 2026-07-28). Only the user can respond, never a model.
import type { Json } from "../../../json.ts";
import { shapeFlags } from "../../checks/depth.ts";
import { refusalFor } from "../../checks/wire.ts";
import { placeOf } from "../../document/flag.ts";
import type { RequestDocument } from "../../document/message.ts";
import type { Flag } from "../../document/flag.ts";
import type { Kind, ReadRequest } from "../kind.ts";
import { checkRequest } from "./checkRequest.ts";
import { checkResponse } from "./checkResponse.ts";
import { isUrlRequest, readRequest } from "./request.ts";
import { elicitationResponseSchema } from "./document.ts";
import { elicitationFacts } from "./facts.ts";
import { asHeldRequest, asHeldResponse, requestIn } from "./held.ts";
import { refusalText } from "./refusal.ts";
import { readAddress } from "./url.ts";

export const elicitation: Kind = {
  takesFixtures: false,
  readRequest: readHeld,
  // An invalid request was refused before, and the user cannot edit it.
  checkRequest: () => [],
  readResponse: (response) => {
    const read = elicitationResponseSchema.safeParse(response);
    return read.success ? asHeldResponse(read.data) : null;
  },
  checkResponse: (document, request) => {
    const asked = requestIn(request);
    const read = elicitationResponseSchema.safeParse(document);
    if (asked === null || !read.success)
      return [{ severity: "error", code: "field-wrong-type", path: [] }];
    return [...checkResponse(asked, read.data)].map(([name, { kind }]): Flag => ({
      severity: "error",
      code: "field-wrong-type",
      path: ["content", name],
      detail: kind,
    }));
  },
  emptyResponse: () => asHeldResponse({ action: "cancel" }),
  formedFor: (_request, document) => document,
  deleted: {
    request: asHeldRequest({ message: "", requestedSchema: {} }),
    response: asHeldResponse({ action: "cancel" }),
  },
  isRefusal: (response) => elicitationResponseSchema.safeParse(response).data?.action !== "accept",
  addressOpenedBy: (request, response) => {
    const asked = requestIn(request);
    const { data } = elicitationResponseSchema.safeParse(response);
    if (asked === null || !isUrlRequest(asked) || data?.action !== "accept") return null;
    return typeof readAddress(asked.url) === "string" ? null : asked.url;
  },
  ...elicitationFacts,
};

function readHeld(params: Json): ReadRequest {
  const [shape] = shapeFlags(params);
  if (shape !== undefined) return refused(`${placeOf(shape.path)}: ${shape.code}`);
  const request = readRequest(params);
  if (typeof request === "string") return refused(`${request} is missing or malformed`);
  // Unchanged: what is shown as JSON, hashed and recorded is what the server sent.
  const proposed = params as RequestDocument;
  const why = refusalText(checkRequest(request));
  return why === null ? { kind: "readable", proposed, flags: [] } : { ...refused(why), proposed };
}

const refused = (why: string): ReadRequest => ({
  kind: "refused",
  refusal: refusalFor("invalid-params", [], why),
  proposed: null,
  flags: [],
});
