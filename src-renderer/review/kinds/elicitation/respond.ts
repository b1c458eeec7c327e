// The responses of both elicitation gates.
import { KEYS } from "../../../../src-shared/shortcuts.ts";
import type { ElicitationResponse } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import { useT } from "../../../i18n/index.ts";
import { useTeamMark } from "../../../state/team.ts";
import type { Other } from "../../gates/Actions.tsx";
import type { Deciding } from "../../gates/useDecision.ts";

/** Sends the user's response through the decision guard. */
export type Respond = (deciding: Deciding, response: ElicitationResponse) => void;

/** MCP's two ways to say no: decline and cancel. At a request of the team, one: its database knows no documents, but
 * that one person is enough to reject. */
export function useRefusals(
  { id, askedHash }: Sample,
  deciding: Deciding,
  respond: Respond,
): { decline: Other; others: Other[] } {
  const t = useT();
  const isTeams = useTeamMark(id) !== undefined;
  const disabled = !deciding.guardOn || deciding.busy;
  const cancel = {
    id: "cancel",
    label: t("elicitation.cancel"),
    hint: t("elicitation.cancelHint"),
    disabled,
    run: () => respond(deciding, { action: "cancel" }),
  };
  return {
    decline: {
      id: "decline",
      label: t("elicitation.decline"),
      keys: KEYS.reject,
      disabled,
      run: () =>
        isTeams
          ? deciding.run(askedHash, { kind: "reject", tellServer: false })
          : respond(deciding, { action: "decline" }),
    },
    others: isTeams ? [] : [cancel],
  };
}
