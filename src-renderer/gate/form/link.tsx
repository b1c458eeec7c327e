// A link request: the full URL, with warnings about misleading characters. Opening it is the user's response, which
// means consent to open and nothing about what happens on the page.
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { checkRequest } from "#shared/request/kinds/elicitation/checkRequest.ts";
import { requestIn } from "#shared/request/kinds/elicitation/held.ts";
import { isUrlRequest } from "#shared/request/kinds/elicitation/request.ts";
import {
  isLoopback,
  lettersOf,
  readAddress,
  returnsTo,
} from "#shared/request/kinds/elicitation/url.ts";
import type { Address, AddressFault, Letters } from "#shared/request/kinds/elicitation/url.ts";
import type { UrlRequest } from "#shared/request/kinds/elicitation/request.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Heading } from "#request/document/Heading.tsx";
import { AddressLine } from "./AddressLine.tsx";
import { currentLanguage, useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { flagWords } from "./flagWords.ts";
import { useFindings } from "#data/findings.ts";
import { useTeamMark } from "#data/team.ts";
import { asJson, respond, useRejections } from "./form.tsx";
import { gateOf } from "../frame/Frame.tsx";
import type { Gate, GateProps, Sentence } from "../gate.ts";
import { JsonPapers } from "../JsonPapers.tsx";
import { useReview } from "../useReview.ts";
import s from "./Elicitation.module.css";

const CONSENT = { action: "accept" } as const;

export const LinkGate = gateOf(function useLink(props: GateProps): Gate | null {
  const { request: held, asked } = props;
  const t = useT();
  const request = useMemo(() => requestIn(asked), [asked]);
  const address = readAddress(request !== null && isUrlRequest(request) ? request.url : "");
  const letters = typeof address === "string" ? null : lettersOf(address.host);
  const imitates = letters !== null && letters.imitates !== null;
  const isUsable = typeof address !== "string" && !address.credentials;
  // A domain that imitates another takes a second press.
  const [armed, arm] = useState(false);
  const found = useFindings(held.id, "request", asked);
  const guard = `link ${armed ? "armed" : ""}`;
  const review = useReview(props, { of: held.id, document: asked, found, guard });
  const rejections = useRejections(held, review);
  const isTwo = useTeamMark(held.id)?.votesNeeded === 2;
  if (request === null || !isUrlRequest(request)) return null;
  const consent = t("elicitation.side.consent");
  const domain = typeof address === "string" ? "" : address.domain;
  return {
    review,
    views: [
      {
        id: "blocks",
        label: t("elicitation.url.label"),
        render: () => paperOf(t, request, address, letters),
      },
      {
        id: "json",
        label: t("common.json"),
        render: () => <JsonPapers of={asJson(t, request, CONSENT)} />,
      },
    ],
    findings: {
      notes: [
        ...(imitates ? [t("elicitation.url.imitatesNote")] : []),
        ...checkRequest(request).map((flag) => flagWords(t, flag, [])),
      ],
      what: t("elicitation.checkedLink"),
    },
    votes: { shown: CONSENT },
    rows: [
      {
        id: "sends",
        label: t("elicitation.side.sends"),
        value: consent,
        why: t("elicitation.side.notTyped"),
        brief: consent,
      },
    ],
    notes: letters && letterBar(t, letters),
    decide: {
      label: t(armed ? "elicitation.url.openAnyway" : "elicitation.url.open"),
      approve() {
        if (imitates && !armed) arm(true);
        else respond(held, review, CONSENT);
      },
      sends: linkSends(t, { domain, armed, imitates, isTwo }),
      blockers: [
        isUsable ? null : { first: t("elicitation.url.unusable"), second: "", tone: "warn" },
      ],
      asksAgain: armed,
      news: t("elicitation.off.newRequest"),
      ...rejections,
      rule: null,
    },
  };
});

const linkSends = (
  t: T,
  {
    domain,
    armed,
    imitates,
    isTwo,
  }: { domain: string; armed: boolean; imitates: boolean; isTwo: boolean },
): Sentence => ({
  first: (
    <>
      {t("elicitation.url.opens")} <b>{domain}</b>
    </>
  ),
  second: (
    <>
      {t(
        armed ? "elicitation.url.again" : isTwo ? "team.secondOpens" : "elicitation.url.inBrowser",
      )}
      {imitates && (
        <>
          {" · "}
          <b data-serious="">{t("elicitation.url.imitating")}</b>
        </>
      )}
    </>
  ),
});

/** The server's message, then the full URL, never shortened, with its registered domain marked. */
function paperOf(
  t: T,
  { message, url }: UrlRequest,
  address: Address | AddressFault,
  letters: Letters | null,
): ReactNode {
  return (
    <>
      <Heading>
        <b>{t("common.message")}</b>
      </Heading>
      <Paper text={message} label={t("common.message")} />
      <Heading>
        <b>{t("elicitation.url.label")}</b>
        <span>{t("elicitation.url.complete", { count: url.length })}</span>
        <span className={s.copy}>
          <CopyButton what={t("elicitation.url.label")} text={() => url} />
        </span>
      </Heading>
      <AddressLine url={url} address={address} />
      <div className={s.chrome}>
        {(typeof address === "string" || address.credentials) && (
          <Bar tone="danger" quiet title={t("elicitation.url.unusable")} />
        )}
        {typeof address !== "string" && factsOf(t, address, letters)}
        <p className={s.never}>{t("elicitation.url.never")}</p>
      </div>
    </>
  );
}

function factsOf(t: T, address: Address, letters: Letters | null): ReactNode {
  const { domain, host, encrypted } = address;
  const back = returnsTo(address);
  const readable = letters?.readable ?? null;
  const connection = isLoopback(host) ? "local" : encrypted ? "encrypted" : "notEncrypted";
  return (
    <dl className={s.facts}>
      <dt>{t("elicitation.url.domain")}</dt>
      <dd className="wire">{domain}</dd>
      {readable !== null && readable !== host && (
        <>
          <dt>{t("elicitation.url.shownAs")}</dt>
          <dd className="wire">{readable}</dd>
        </>
      )}
      <dt>{t("common.connection")}</dt>
      <dd className={connection === "notEncrypted" ? "warn" : undefined}>
        {t(`elicitation.url.${connection}`)}
      </dd>
      {back !== null && (
        <>
          <dt>{t("elicitation.url.returns")}</dt>
          <dd className="wire">{back}</dd>
        </>
      )}
    </dl>
  );
}

/**
 * Warnings about non-Latin or imitating letters in the domain. Above the paper, where a long URL can't push them out
 * of view.
 */
function letterBar(t: T, { imitates, odd }: Letters): ReactNode {
  if (imitates === null && odd.length === 0) return null;
  return (
    <Bar
      tone={imitates === null ? "info" : "danger"}
      quiet
      title={imitates === null ? t("elicitation.url.letters") : t("elicitation.url.imitates")}
    >
      {imitates !== null && (
        <>
          {t("elicitation.url.looksLike")} <Quote>{imitates}</Quote>
        </>
      )}
      {odd.map(({ letter, code, script, like }) => (
        <span key={code} className={s.letter}>
          <Quote>{letter}</Quote> {[code, scriptName(script)].filter(Boolean).join(" ")}
          {like !== undefined && notLatin(t, like)}
        </span>
      ))}
    </Bar>
  );
}

const notLatin = (t: T, letter: string): string => t("elicitation.url.not", { letter });

const scriptName = (script: string | undefined): string =>
  script === undefined
    ? ""
    : (new Intl.DisplayNames(currentLanguage(), { type: "script" }).of(script) ?? "");
