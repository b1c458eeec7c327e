// A program's request to a model, in one of the dialects of `src-shared/dialects`. It is shown, edited and answered like a
// sampling request; what a sampling request may not be is left to the provider.
import { DIALECTS } from "../../dialects/registry.ts";
import type { Json } from "../../json.ts";
import { shapeFlags } from "../../sampling/checks/depth.ts";
import { checkResponse } from "../../sampling/checks/validate.ts";
import { refusalFor } from "../../sampling/checks/wire.ts";
import type { Flag } from "../../sampling/document/flag.ts";
import { placeOf } from "../../sampling/document/flag.ts";
import type { RequestDocument } from "../../sampling/document/message.ts";
import { newestOf } from "../../servers/protocol.ts";
import type { Kind, ReadRequest } from "../kind.ts";
import { sampling } from "../sampling/kind.ts";
import { completionIn } from "./document.ts";
import { completionFacts } from "./facts.ts";

export const completion: Kind = {
  ...sampling,
  // A fixture is written for a server's requests.
  takesFixtures: false,
  readRequest,
  checkRequest,
  // The dialects take what the newest version of the protocol takes, and any number of blocks.
  checkResponse: (document, request, { spoken, media }) =>
    checkResponse(document, request, {
      spoken: { ...spoken, protocolVersion: newestOf("legacy") },
      media,
    }),
  formedFor: (_sample, document) => document,
  settlementFor: (settlement) =>
    settlement.kind === "error"
      ? { ...settlement, message: settlement.message.replace("sampling request", "the request") }
      : settlement,
  ...completionFacts,
};

function readRequest(params: Json): ReadRequest {
  const document = completionIn(params);
  const [shape] = shapeFlags(params);
  if (document !== null && shape === undefined) {
    // The model that the program names is the first choice for it.
    const hints = [{ name: document.completion.model }];
    return { kind: "readable", proposed: { ...document, modelPreferences: { hints } }, flags: [] };
  }
  const why = shape === undefined ? "is malformed" : `${placeOf(shape.path)}: ${shape.code}`;
  return {
    kind: "refused",
    refusal: refusalFor("invalid-params", [], why),
    proposed: null,
    flags: [],
  };
}

function checkRequest(document: RequestDocument, proposed: RequestDocument | null): Flag[] {
  const shape = shapeFlags(document);
  if (shape.length > 0) return shape;
  const error = (code: Flag["code"], path: Flag["path"], detail?: string): Flag => ({
    ...{ severity: "error", code, path },
    ...(detail === undefined ? {} : { detail }),
  });
  const held = completionIn(document);
  if (held === null) return [error("field-wrong-type", ["completion"])];
  if (held.messages.length === 0) return [error("no-messages", ["messages"])];
  const { dialect } = held.completion;
  const asked = proposed?.maxTokens ?? Number.POSITIVE_INFINITY;
  const again = DIALECTS[dialect].read(DIALECTS[dialect].body(held, false));
  return [
    ...((held.maxTokens ?? 0) > asked
      ? [error("max-tokens-above-asked", ["maxTokens"], String(asked))]
      : []),
    // As edited it is still a body of its dialect.
    ...(again.ok
      ? []
      : [error("field-wrong-type", again.error.param?.split(".") ?? [], again.error.message)]),
  ];
}
