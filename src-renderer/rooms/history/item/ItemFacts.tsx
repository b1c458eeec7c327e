// Server and cost: the connection at the time, the call with its arguments, the figures of every attempt.
import { CodeBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { CallerProgram, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Claims } from "#request/identity/Claims.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { FactList, Section } from "#kit/layout/Section.tsx";
import { attemptName, attemptWords, variantOf } from "#request/attempts/attemptWords.ts";
import { useFigures } from "#request/ended/useFigures.tsx";
import { redactedWords } from "#request/redaction/RedactionBar.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { wholeTime } from "../words.ts";
import s from "./Item.module.css";

/** What ran behind a program's connection. */
const callerRows = (t: T, caller: CallerProgram | null | undefined) => [
  caller !== undefined &&
    caller !== null && { name: t("identity.file"), value: <Quote>{caller.path}</Quote> },
  caller?.sha256 !== undefined && {
    name: t("identity.hash"),
    value: <span className="wire">{caller.sha256}</span>,
  },
];

export function ItemFacts({ request, deleted }: { request: HeldRequest; deleted: boolean }) {
  const t = useT();
  const missing = deleted ? t("history.forgotten.here") : "";
  const { author, figures } = useFigures();
  const { requester, origin, reply } = request;
  // The calls that may have caused the request.
  const calls =
    origin.kind === "certain" ? [origin.call] : origin.kind === "ambiguous" ? origin.calls : [];
  const attempts = request.attempts.map((attempt) => {
    const { model, redacted } = attempt;
    const variant = variantOf(t, request, attempt);
    return (
      <section key={attempt.id} className={s.attempt}>
        <h3>
          {attemptName(t, request.attempts, attempt)}{" "}
          <span className="ink3">
            {timeOfDay(attempt.startedAtMs)} · {attemptWords(t, attempt, request.attempts)}
            {variant !== "" && ` · ${variant}`}
          </span>
        </h3>
        {model !== null && (
          <FactList
            rows={[
              author(attempt),
              redacted !== undefined && {
                name: t("redaction.fact"),
                value: redactedWords(t, redacted),
              },
              ...figures(attempt, [attempt]),
            ]}
          />
        )}
      </section>
    );
  });
  // A program asks of itself, under no call.
  const isOwn = reply.kind === "http" && calls.length === 0;
  return (
    <div className={s.scrolled} data-scroller="" tabIndex={-1}>
      <div className={s.about}>
        <Section heading={t(reply.kind === "http" ? "common.program" : "common.server")}>
          <FactList
            rows={[
              { name: t("history.about.name"), value: <b>{requester.name}</b> },
              requester.host !== undefined && {
                name: t("history.about.host"),
                value: <Quote>{requester.host.name}</Quote>,
              },
              requester.claims !== undefined && {
                name: t("common.callsItself"),
                value: <Claims claims={requester.claims} />,
              },
              {
                name: t("common.transport"),
                value: t(`review.transport.${requester.transport}`),
              },
              (requester.where !== "" || (deleted && reply.kind !== "replay")) && {
                name: t(`history.about.${requester.transport === "stdio" ? "command" : "address"}`),
                value: requester.where === "" ? missing : <Quote>{requester.where}</Quote>,
              },
              ...callerRows(t, requester.caller),
              requester.encrypted !== null && {
                name: t("common.connection"),
                value: t(requester.encrypted ? "review.encrypted" : "review.notEncrypted"),
                ...(requester.encrypted ? {} : { tone: "warn" as const }),
              },
              {
                name: t(reply.kind === "http" ? "history.about.dialect" : "common.protocolVersion"),
                value: (
                  <>
                    <span className="wire">{requester.protocolVersion}</span>{" "}
                    <span className="ink3">{t(`history.about.reply.${reply.kind}`)}</span>
                  </>
                ),
              },
              { name: t("history.about.received"), value: wholeTime(request.receivedAtMs) },
              { name: t("history.about.id"), value: <span className="wire">{request.id}</span> },
            ]}
          />
        </Section>
        {request.attempts.length > 0 && (
          <Section heading={t("history.about.attempts")}>{attempts}</Section>
        )}
        {!isOwn && (
          <Section heading={t("history.about.call")} last>
            {calls.length === 0 ? (
              <p className="ink2">{t("review.origin.none")}</p>
            ) : (
              calls.map((call) => (
                <div key={call.runId} className={s.call}>
                  <p>
                    {call.name === "" ? missing : <Quote>{call.name}</Quote>}{" "}
                    <span className="wire ink3">{call.method}</span>
                  </p>
                  <CodeBlock
                    identity={`${request.id} ${call.runId}`}
                    value={JSON.stringify(call.arguments, null, 2) ?? ""}
                    language="json"
                    readOnly
                    label={t("history.about.arguments")}
                  />
                </div>
              ))
            )}
          </Section>
        )}
      </div>
    </div>
  );
}
