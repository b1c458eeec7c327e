// An agent's call of one of its own tools, held until it is allowed or rejected. The agent itself carries it out.
import type { ActionKind } from "../../../agents/agent.ts";
import { onlyEditsDiffer } from "../../../agents/edits.ts";
import { tableOf } from "../../../agents/tables.ts";
import { isJsonObject } from "../../../json.ts";
import type { Json } from "../../../json.ts";
import { shapeFlags } from "../../checks/depth.ts";
import { refusalFor } from "../../checks/wire.ts";
import type { Flag } from "../../document/flag.ts";
import { placeOf } from "../../document/flag.ts";
import type { RequestDocument, ResponseDocument } from "../../document/message.ts";
import type { Kind, ReadRequest } from "../kind.ts";
import { actionIn, actionResponseIn, heldActionResponse, withInput } from "./document.ts";
import { actionFacts, commandOf } from "./facts.ts";

/** The longest name of a tool, a session or a version, in UTF-16 units: these stay in the ledger. */
const NAME_MAX = 200;

const FOR_THE_USER: ReadonlySet<ActionKind> = new Set<ActionKind>(["question", "plan", "other"]);

/** No response that could be sent: an agent is never told it. */
const NO_VERDICT = {} as unknown as ResponseDocument;

export const action: Kind = {
  leavesAsItCame: true,
  takesFixtures: false,
  refusesInEveryMode: true,
  readRequest,
  checkRequest,
  readResponse(response) {
    const read = actionResponseIn(response);
    return read === null ? null : heldActionResponse(read);
  },
  checkResponse(document, request) {
    const asked = request === null ? null : actionIn(request);
    const response = actionResponseIn(document);
    if (asked === null || response === null) return [error("field-wrong-type", [])];
    if (response.verdict === "pass") return [];
    const { agent, tool, input } = asked;
    const table = tableOf(agent.id);
    if (response.input === undefined)
      return table.actionOf(tool, input).kind === "question"
        ? [error("action-not-answered", [])]
        : [];
    const [shape] = shapeFlags(response.input);
    if (shape !== undefined) return [{ ...shape, path: ["input", ...shape.path] }];
    const isTaken = asked.takesEdits && onlyEditsDiffer(table, tool, input, response.input);
    return isTaken ? [] : [error("action-not-editable", ["input"])];
  },
  allowedBy(request, by) {
    if (by === "permission") return heldActionResponse({ verdict: "pass" });
    return isUnderstood(request) ? heldActionResponse({ verdict: "allow" }) : null;
  },
  requestWith(request, document) {
    const [asked, response] = [actionIn(request), actionResponseIn(document)];
    if (asked === null || response?.verdict !== "allow" || response.input === undefined)
      return null;
    // Answers are the user's own words.
    const { kind } = tableOf(asked.agent.id).actionOf(asked.tool, asked.input);
    return kind === "question" ? null : withInput(request, response.input);
  },
  emptyResponse: () => NO_VERDICT,
  formedFor: (_request, document) => document,
  deleted: {
    request: {} as unknown as RequestDocument,
    response: NO_VERDICT,
  },
  about: {
    request(document) {
      const asked = actionIn(document);
      if (asked === null) return {};
      const { agent, session, tool, event } = asked;
      return { agent: { id: agent.id, version: agent.version }, session: session.id, tool, event };
    },
    response(document) {
      const response = actionResponseIn(document);
      if (response === null) return {};
      return {
        verdict: response.verdict,
        edited: response.verdict === "allow" && response.input !== undefined,
      };
    },
  },
  ...actionFacts,
};

/**
 * No rule allows a command that isn't read whole, or a tool that no table knows: what they do can't be told. Questions and
 * plans are meant for a person.
 */
function isUnderstood(document: RequestDocument): boolean {
  const request = actionIn(document);
  if (request === null) return false;
  const action = tableOf(request.agent.id).actionOf(request.tool, request.input);
  return action.kind === "command"
    ? commandOf(action, request) !== null
    : !FOR_THE_USER.has(action.kind);
}

const error = (code: Flag["code"], path: Flag["path"]): Flag => ({ severity: "error", code, path });

function readRequest(params: Json): ReadRequest {
  const refused = (why: string): ReadRequest => ({
    kind: "refused",
    refusal: refusalFor("invalid-params", [], why),
    proposed: null,
    flags: [],
  });
  const [shape] = shapeFlags(params);
  if (shape !== undefined) return refused(`${placeOf(shape.path)}: ${shape.code}`);
  const asked = actionIn(params);
  if (asked === null) return refused("params are malformed");
  const { agent, session, tool } = asked;
  const isLong = [tool, session.id, agent.version ?? ""].some(({ length }) => length > NAME_MAX);
  if (isLong) return refused("a name is too long");
  const proposed = params as unknown as RequestDocument;
  return { kind: "readable", proposed, flags: checkRequest(proposed) };
}

/** What belongs to an agent's settings or to Countersign is for the user alone. */
function checkRequest(document: RequestDocument): Flag[] {
  const files = actionIn(document)?.files ?? [];
  return files.flatMap((file, at): Flag[] =>
    isJsonObject(file) && file.isGuarded !== true
      ? []
      : [{ severity: "note", code: "action-guarded", path: ["files", at], detail: file.path }],
  );
}
