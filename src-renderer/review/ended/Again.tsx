// After a server gave up: run its call again, and reuse earlier edits when the same request comes again.
import { useState } from "react";
import type { Failure } from "../../../src-shared/outcome.ts";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { OriginCall, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { send } from "../../state/commands.ts";
import { draftKey, draftOf, setDraft, useDraft } from "../../state/requests/drafts.ts";
import { useMirror } from "../../state/mirror.ts";
import { useT } from "../../i18n/index.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { Button, LinkButton } from "../../ui/controls/Button.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { AgainIcon, InfoIcon } from "../../ui/controls/icons.ts";
import { NoFixtureFits } from "../rules/FixtureNote.tsx";
import { ReplayBar } from "./ReplayBar.tsx";

const kindOf = {
  "tools/call": "tool",
  "prompts/get": "prompt",
  "resources/read": "resource",
} as const;

/** The call behind a cancelled request; null if it can't be run again. */
function callOf({ origin, phase }: Sample): OriginCall | null {
  const gaveUp = phase.kind === "ended" && phase.ending.kind === "cancelled";
  return gaveUp && origin.kind === "certain" ? origin.call : null;
}

/** Runs the same call with the same arguments, since a response to the old request could not be delivered. */
export function RunAgain({ sample }: { sample: Sample }) {
  const t = useT();
  const [failure, setFailure] = useState<Failure | null>(null);
  const call = callOf(sample);
  if (call === null) return null;
  const args = isJsonObject(call.arguments) ? call.arguments : {};
  const run = async (): Promise<void> => {
    const given = JSON.parse(JSON.stringify(args)) as Record<string, never>;
    const { serverId } = sample.asker;
    const result = await send("calls.start", serverId, kindOf[call.method], call.name, given);
    setFailure(result.ok ? null : result.failure);
  };
  return (
    <>
      <Button level="plain" icon={AgainIcon} onClick={() => void run()}>
        {t("refusals.again.run")}
      </Button>
      {failure !== null && <FailureBar failure={failure} />}
    </>
  );
}

/** Bars about what came before this request. */
export function EarlierEdits({ sample }: { sample: Sample }) {
  return (
    <>
      <ReplayBar sample={sample} />
      <NoFixtureFits sample={sample} />
      <SameEdited sample={sample} />
    </>
  );
}

/** Offers the edits of an earlier, identical request whose server gave up. */
function SameEdited({ sample }: { sample: Sample }) {
  const t = useT();
  const own = useDraft(draftKey(sample.id, { gate: 1 }));
  const found = useMirror(({ samples }) => earlierDraft(Object.values(samples), sample));
  const earlier = own === undefined ? found : undefined;
  if (earlier === undefined) return null;
  return (
    <Bar
      tone="info"
      icon={InfoIcon}
      title={t("refusals.again.same")}
      actions={
        <LinkButton onClick={() => setDraft(sample.id, earlier)}>
          {t("refusals.again.use")}
        </LinkButton>
      }
    >
      {t("refusals.again.why")}
    </Bar>
  );
}

/** The newest gate 1 draft of an ended request of the same server with the same hash. */
function earlierDraft(samples: readonly Sample[], { id, asker, askedHash }: Sample) {
  const same = (other: Sample): boolean =>
    other.id !== id &&
    other.phase.kind === "ended" &&
    other.asker.serverId === asker.serverId &&
    other.askedHash === askedHash;
  return samples
    .filter(same)
    .toSorted((a, b) => b.receivedAtMs - a.receivedAtMs)
    .map((other) => draftOf(draftKey(other.id, { gate: 1 })))
    .find((draft) => draft?.gate === 1);
}
