// A program's request to a model, in one of the dialects of `src-shared/dialects`. It is shown, edited and answered like a
// sampling request; what a sampling request may not be is left to the provider.
import { DIALECTS } from "../../../dialects/registry.ts";
import { isJsonObject, type Json } from "../../../json.ts";
import { shapeFlags } from "../../checks/depth.ts";
import { refusalFor } from "../../checks/wire.ts";
import type { Flag } from "../../document/flag.ts";
import { blocksOf } from "../../document/blocks.ts";
import { placeOf } from "../../document/flag.ts";
import type { RequestDocument, ResponseDocument } from "../../document/message.ts";
import type { Kind, ReadRequest } from "../kind.ts";
import { sampling } from "../sampling/kind.ts";
import { checkDraft } from "./checkDraft.ts";
import { completionIn } from "./document.ts";
import { completionFacts } from "./facts.ts";

export const completion: Kind = {
  ...sampling,
  // A fixture is written for a server's requests.
  takesFixtures: false,
  readRequest,
  checkRequest,
  checkResponse,
  formedFor: (_request, document) => document,
  ...completionFacts,
};

/** A single turn; which blocks it may have is for the program, but it can run a call only with one set of arguments. */
function checkResponse(document: ResponseDocument): Flag[] {
  const shape = shapeFlags(document);
  if (shape.length > 0) return shape;
  const isList = Array.isArray(document.content);
  return blocksOf(document.content).flatMap((block, at): Flag[] =>
    block.type !== "tool_use" || isJsonObject(block["input"])
      ? []
      : [
          {
            severity: "error",
            code: "tool-input-not-object",
            path: ["content", ...(isList ? [at] : []), "input"],
          },
        ],
  );
}

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
  const flags = checkDraft(document, proposed, []);
  const held = completionIn(document);
  // As it came it was read from a body of its dialect; as edited it is still one.
  if (held === null || flags.length > 0 || document === proposed) return flags;
  const { dialect } = held.completion;
  const again = DIALECTS[dialect].read(DIALECTS[dialect].body(held, false));
  if (again.ok) return [];
  const { param = "", message } = again.error;
  const path = param === "" ? [] : param.split(".");
  return [{ severity: "error", code: "field-wrong-type", path, detail: message }];
}
