// The responses of both elicitation gates.
import { KEYS } from "../../../../src-shared/shortcuts.ts";
import type { ElicitationResponse } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { T } from "../../../i18n/index.ts";
import type { Other } from "../../gates/Actions.tsx";
import type { Deciding } from "../../gates/useDecision.ts";

/** Sends the user's response through the decision guard. */
export type Respond = (deciding: Deciding, response: ElicitationResponse) => void;

/** MCP's two ways to say no: decline and cancel. */
export function refusals(
  t: T,
  deciding: Deciding,
  respond: Respond,
): { decline: Other; cancel: Other } {
  const disabled = !deciding.guardOn || deciding.busy;
  return {
    decline: {
      id: "decline",
      label: t("elicitation.decline"),
      keys: KEYS.reject,
      disabled,
      run: () => respond(deciding, { action: "decline" }),
    },
    cancel: {
      id: "cancel",
      label: t("elicitation.cancel"),
      hint: t("elicitation.cancelHint"),
      disabled,
      run: () => respond(deciding, { action: "cancel" }),
    },
  };
}
