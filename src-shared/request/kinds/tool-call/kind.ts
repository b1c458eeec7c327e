// A host's `tools/call` on a wrapped server, held until the user runs or rejects it. The server makes the result.
import { checkArguments } from "../../../findings/arguments.ts";
import { shapeFlags } from "../../checks/depth.ts";
import { refusalFor } from "../../checks/wire.ts";
import type { Flag } from "../../document/flag.ts";
import { placeOf } from "../../document/flag.ts";
import type { RequestDocument, ResponseDocument } from "../../document/message.ts";
import type { Json } from "../../../json.ts";
import type { Kind, ReadRequest } from "../kind.ts";
import { checkOutcome } from "./checkOutcome.ts";
import { heldResponse, outcomeIn, responseIn, toolCallIn, withArguments } from "./document.ts";
import { toolCallFacts } from "./facts.ts";

export const toolCall: Kind = {
  leavesAsItCame: true,
  takesFixtures: false,
  readRequest,
  // The response repeats the arguments, and they are checked there.
  checkRequest: () => [],
  readResponse: (response) =>
    responseIn(response) === null && outcomeIn(response) === null
      ? null
      : (response as unknown as ResponseDocument),
  checkResponse(document, request) {
    const [call, response] = [toolCallIn(request), responseIn(document)];
    const outcome = outcomeIn(document);
    if (call !== null && outcome !== null) return checkOutcome(call, outcome);
    if (call === null || response === null) return [wrong([])];
    const [shape] = shapeFlags(response.arguments);
    if (shape !== undefined) return [wrong(["arguments", ...shape.path])];
    if (call.inputSchema === undefined) return [];
    // Skips patterns, which come from the server and can take forever; the server checks them itself.
    const checked = checkArguments(call.inputSchema, response.arguments);
    if (checked.kind === "unchecked") return [];
    return [...checked.faults].map(([place, { kind }]): Flag => ({
      ...wrong(["arguments", place]),
      detail: kind,
    }));
  },
  requestWith(request, document) {
    const response = responseIn(document);
    return response === null ? null : withArguments(request, response.arguments);
  },
  emptyResponse: () => heldResponse({}),
  formedFor: (_request, document) => document,
  deleted: {
    request: { name: "", arguments: {} } as unknown as RequestDocument,
    response: heldResponse({}),
  },
  ...toolCallFacts,
};

const wrong = (path: Flag["path"]): Flag => ({ severity: "error", code: "field-wrong-type", path });

function readRequest(params: Json): ReadRequest {
  const refused = (why: string): ReadRequest => ({
    kind: "refused",
    refusal: refusalFor("invalid-params", [], why),
    proposed: null,
    flags: [],
  });
  const [shape] = shapeFlags(params);
  if (shape !== undefined) return refused(`${placeOf(shape.path)}: ${shape.code}`);
  if (toolCallIn(params) === null) return refused("params are malformed");
  return { kind: "readable", proposed: params as unknown as RequestDocument, flags: [] };
}
