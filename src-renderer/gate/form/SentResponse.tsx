// An answered form or link request, read only, for the ended view and History.
import { useState } from "react";
import { useT } from "#words/index.ts";
import type { ElicitationRequest, FormRequest } from "#shared/kinds/elicitation/request.ts";
import type { ElicitationResponse, FormContent } from "#shared/kinds/elicitation/document.ts";
import { isUrlRequest } from "#shared/kinds/elicitation/request.ts";
import { readForm } from "#shared/kinds/elicitation/readForm.ts";
import { ownValue } from "#shared/forms/field.ts";
import { readAddress } from "#shared/kinds/elicitation/url.ts";
import { ReadRow } from "#forms/schema/ReadRow.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { Heading } from "#request/document/Heading.tsx";
import { AddressLine } from "./AddressLine.tsx";
import { secretNames } from "./formEntries.ts";
import s from "./Elicitation.module.css";

export interface SentResponseProps {
  request: ElicitationRequest;
  /** Null: the user sent no response. */
  response: ElicitationResponse | null;
  /** What the server got in its place. */
  notSent: string;
  /** When the server reported that the page is complete (2025-11-25); null if it hasn't. */
  completedAtMs: number | null;
}

export function SentResponse({ request, response, notSent, completedAtMs }: SentResponseProps) {
  const t = useT();
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
            ? notSent
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
          {completedAtMs !== null && (
            <p className={s.none}>
              {t("elicitation.responded.completed", { time: timeOfDay(completedAtMs) })}
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
