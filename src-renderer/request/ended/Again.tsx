// After a server gave up: run its call again.
import { isJsonObject } from "#shared/json.ts";
import type { OriginCall, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { send } from "#data/commands.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { AgainIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";

const kindOf = {
  "tools/call": "tool",
  "prompts/get": "prompt",
  "resources/read": "resource",
} as const;

/** The call behind a cancelled request; null if it can't be run again. */
function callOf({ origin, phase }: HeldRequest): OriginCall | null {
  const gaveUp = phase.kind === "ended" && phase.ending.kind === "cancelled";
  return gaveUp && origin.kind === "certain" ? origin.call : null;
}

/** Runs the same call with the same arguments, since a response to the old request could not be delivered. */
export function RunAgain({ request }: { request: HeldRequest }) {
  const t = useT();
  const { failure, tell } = useAction();
  const call = callOf(request);
  if (call === null) return null;
  const args = isJsonObject(call.arguments) ? call.arguments : {};
  const run = async (): Promise<void> => {
    const given = JSON.parse(JSON.stringify(args)) as Record<string, never>;
    const { serverId } = request.requester;
    tell(await send("calls.start", serverId, kindOf[call.method], call.name, given));
  };
  return (
    <>
      <Button level="plain" icon={AgainIcon} onClick={() => void run()}>
        {t("refusals.again.run")}
      </Button>
      <FailureBar failure={failure} />
    </>
  );
}
