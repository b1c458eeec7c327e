// For component tests: the params of an agent's action.
import type { Json, JsonObject } from "#shared/json.ts";
import type { ActionRequest } from "#shared/request/kinds/action/document.ts";

export const COMMAND: JsonObject = { command: "npm test", description: "Run the tests" };

export const actionParams = (over: Partial<ActionRequest>): Json & JsonObject =>
  ({
    agent: { id: "claude-code", version: "2.1.332" },
    event: "before",
    session: { id: "s-1", folder: "/work" },
    callId: "toolu_1",
    tool: "Bash",
    input: COMMAND,
    folder: "/work",
    files: [],
    takesEdits: true,
    ...over,
  }) satisfies ActionRequest as unknown as JsonObject;
