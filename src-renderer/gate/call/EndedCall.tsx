// How a tool call ended, at the gate; History shows it as columns.
import type { Json } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import { outcomeIn, responseIn, toolCallIn } from "#shared/request/kinds/tool-call/document.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useT } from "#words/index.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { Heading } from "#request/document/Heading.tsx";
import { AlsoSent } from "./AlsoSent.tsx";

const textOf = (value: Json): string => JSON.stringify(value, null, 2);

export function EndedCall({ request }: { request: HeldRequest }) {
  const t = useT();
  const call = toolCallIn(request.proposed);
  if (call === null) return <p>{t("elicitation.notKept")}</p>;
  const asked = textOf(call.arguments);
  const { run, sent, made } = partsOf(request);
  const ran = run === null ? null : textOf(run);
  const isEdited = ran !== null && ran !== asked;
  const result = sent ?? made;
  const label = t(resultLabel(request));
  return (
    <>
      <Heading>
        <b>{t("toolCall.asked", { name: call.name })}</b>
      </Heading>
      <Paper text={asked} label={t("toolCall.asked", { name: call.name })} />
      <AlsoSent call={call} />
      <Heading>
        <b>
          {t(ran === null ? "toolCall.notRun" : isEdited ? "toolCall.ran" : "toolCall.ranAsAsked")}
        </b>
      </Heading>
      {isEdited && <Paper text={ran} label={t("toolCall.ran")} />}
      {result !== null && (
        <>
          <Heading>
            <b>{label}</b>
          </Heading>
          <Paper text={textOf(result)} label={label} />
        </>
      )}
    </>
  );
}

/** Whether the host got the result. */
function resultLabel({ phase }: HeldRequest) {
  const ending = phase.kind === "ended" ? phase.ending.kind : phase.kind;
  if (ending === "replied") return "toolCall.sent";
  if (ending === "unknown") return "toolCall.perhapsSent";
  return phase.kind === "ended" ? "toolCall.rejectedResult" : "toolCall.sending";
}

/** The arguments that it was run with, the result as sent, and as the server made it; null where there is none. */
function partsOf({ phase, attempts, producer }: HeldRequest) {
  const decided = phase.kind === "ended" ? phase.ending : phase;
  const document = "document" in decided ? decided.document : null;
  if (producer === undefined)
    return { run: responseIn(document)?.arguments ?? null, sent: null, made: null };
  const attempt = attempts.at(-1);
  const args = attempt?.document["arguments"];
  const made =
    attempt !== undefined && "generated" in attempt.state ? attempt.state.generated : null;
  return {
    run: isJsonObject(args) ? args : null,
    sent: contentOf(document as Json),
    made: contentOf(made as Json),
  };
}

function contentOf(document: Json): Json {
  const outcome = outcomeIn(document);
  if (outcome === null) return null;
  return "result" in outcome ? outcome.result : outcome.error;
}
