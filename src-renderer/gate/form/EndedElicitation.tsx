// How an elicitation ended, read only, at the gate; History shows it as columns.
import { useState } from "react";
import { ownValue } from "#shared/forms/field.ts";
import { elicitationResponseSchema } from "#shared/request/kinds/elicitation/document.ts";
import type { FormContent } from "#shared/request/kinds/elicitation/document.ts";
import { requestIn } from "#shared/request/kinds/elicitation/held.ts";
import { readForm } from "#shared/request/kinds/elicitation/readForm.ts";
import { isUrlRequest } from "#shared/request/kinds/elicitation/request.ts";
import type { FormRequest } from "#shared/request/kinds/elicitation/request.ts";
import { readAddress } from "#shared/request/kinds/elicitation/url.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useT } from "#words/index.ts";
import { ReadRow } from "#forms/schema/ReadRow.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { Heading } from "#request/document/Heading.tsx";
import { notSentWords } from "#request/outcomeWords.ts";
import { AddressLine } from "./AddressLine.tsx";
import { secretNames } from "./formEntries.ts";
import s from "./Elicitation.module.css";

export function EndedElicitation({ request: held }: { request: HeldRequest }) {
  const t = useT();
  const request = requestIn(held.proposed);
  if (request === null) return <p>{t("elicitation.notKept")}</p>;
  const decided = held.phase.kind === "ended" ? held.phase.ending : held.phase;
  const document = "document" in decided ? decided.document : null;
  const response = elicitationResponseSchema.safeParse(document).data ?? null;
  // When the server reported that the page is complete (2025-11-25).
  const done = held.timeline.find(({ kind }) => kind === "completed");
  const kind = isUrlRequest(request) ? "link" : "form";
  return (
    <>
      <Heading>
        <b>{t("common.message")}</b>
      </Heading>
      <Paper text={request.message} label={t("common.message")} />
      <Heading>
        <b>{t("elicitation.responded.title")}</b>
        <span>
          {response === null
            ? notSentWords(t, held)
            : t(
                response.action === "accept"
                  ? `elicitation.responded.${kind}`
                  : `elicitation.responded.${response.action}`,
              )}
        </span>
      </Heading>
      {isUrlRequest(request) ? (
        <>
          <AddressLine url={request.url} address={readAddress(request.url)} />
          {done !== undefined && (
            <p className={s.none}>
              {t("elicitation.responded.completed", { time: timeOfDay(done.atMs) })}
            </p>
          )}
        </>
      ) : (
        response?.action === "accept" && (
          <Values request={request} content={response.content ?? {}} />
        )
      )}
    </>
  );
}

/** All fields, including those not sent. Secrets are shown on demand. */
function Values({ request, content }: { request: FormRequest; content: FormContent }) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const { fields } = readForm(request.requestedSchema);
  const secrets = secretNames(fields);
  return (
    <>
      {fields.map(({ name, title }, index) => {
        const value = ownValue(content, name);
        return (
          <ReadRow key={name} number={index + 1} name={title ?? name}>
            {value === undefined ? (
              <span className="ink3">{t("form.notSent")}</span>
            ) : secrets.has(name) && !shown ? (
              <>
                {t("elicitation.secret.title")}{" "}
                <LinkButton onClick={() => setShown(true)}>{t("common.show")}</LinkButton>
              </>
            ) : (
              <Quote>{typeof value === "string" ? value : JSON.stringify(value)}</Quote>
            )}
          </ReadRow>
        );
      })}
    </>
  );
}
