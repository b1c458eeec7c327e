// The input of an action as the user has edited it, kept in a draft.
import { useState } from "react";
import type { InputPath } from "#shared/agents/agent.ts";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import { actionResponseIn, heldActionResponse } from "#shared/request/kinds/action/document.ts";
import type { ActionRequest, ActionResponse } from "#shared/request/kinds/action/document.ts";
import { sameJson } from "#shared/request/document/change.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "#data/requests/drafts.ts";
import { useTeamEdits } from "#data/team.ts";
import { withText } from "./about.ts";

const NONE: JsonObject = {};

export interface Edited {
  input: JsonObject;
  isEdited: boolean;
  /** What allowing it sends. */
  response: ActionResponse;
  /** Undefined: the agent takes no changes, or others edit it. */
  put: ((input: JsonObject) => void) | undefined;
  change: ((at: InputPath, text: string) => void) | undefined;
  use: ((document: unknown) => void) | undefined;
  revert: () => void;
}

export function useInput(id: string, request: ActionRequest | null): Edited {
  const asked = request?.input ?? NONE;
  const [kept, keep] = useState<JsonObject | null>(() => draftedIn(id));
  const takes = request?.takesEdits === true;
  const input = takes && kept !== null ? kept : asked;
  const isEdited = input !== asked && !sameJson(input, asked);
  const set = useTeamEdits(id, (next: JsonObject): void => {
    keep(next);
    if (sameJson(next, asked)) discardDraft(id, "respond");
    else {
      const document = heldActionResponse({ verdict: "allow", input: next });
      setDraft(id, { gate: "respond", document });
    }
  });
  const put = takes ? set : undefined;
  return {
    input,
    isEdited,
    response: isEdited ? { verdict: "allow", input } : { verdict: "allow" },
    put,
    change: put && ((at, text) => put(withText(input, at, text))),
    use:
      put &&
      ((document) => {
        const proposed = isJsonObject(document) ? actionResponseIn(document) : null;
        put(proposed?.verdict === "allow" ? (proposed.input ?? asked) : asked);
      }),
    revert: () => set?.(asked),
  };
}

function draftedIn(id: string): JsonObject | null {
  const draft = draftOf(draftKey(id, { gate: "respond" }));
  const response = draft?.gate === "respond" ? actionResponseIn(draft.document) : null;
  return response?.verdict === "allow" ? (response.input ?? null) : null;
}
