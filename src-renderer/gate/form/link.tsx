// A link request: the full URL, with warnings about misleading characters. Opening it is the user's response, which
// means consent to open and nothing about what happens on the page.
import { useMemo, useState } from "react";
import { checkRequest } from "#shared/kinds/elicitation/checkRequest.ts";
import { requestIn } from "#shared/kinds/elicitation/held.ts";
import { isUrlRequest } from "#shared/kinds/elicitation/request.ts";
import { lettersOf, readAddress } from "#shared/kinds/elicitation/url.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { flagWords } from "./flagWords.ts";
import { JsonOf } from "./JsonOf.tsx";
import { LetterBars, UrlPaper } from "./UrlPaper.tsx";
import { useFindings } from "#data/findings.ts";
import { useTeamMark } from "#data/team.ts";
import { respond, useRefusals } from "./form.tsx";
import { gateOf } from "../frame/Frame.tsx";
import type { Gate, GateProps, Sentence } from "../gate.ts";
import { useReview } from "../useReview.ts";

const CONSENT = { action: "accept" } as const;

export const LinkGate = gateOf(function useLink(props: GateProps): Gate | null {
  const { sample, asked } = props;
  const t = useT();
  const request = useMemo(() => requestIn(asked), [asked]);
  const address = readAddress(request !== null && isUrlRequest(request) ? request.url : "");
  const letters = typeof address === "string" ? null : lettersOf(address.host);
  const imitates = letters !== null && letters.imitates !== null;
  const isUsable = typeof address !== "string" && !address.credentials;
  // A domain that imitates another takes a second press.
  const [armed, arm] = useState(false);
  const found = useFindings(sample.id, "request", asked);
  const guard = `link ${armed ? "armed" : ""}`;
  const review = useReview(props, { of: sample.id, document: asked, found, guard });
  const refusals = useRefusals(sample, review);
  const isTwo = useTeamMark(sample.id)?.votesNeeded === 2;
  if (request === null || !isUrlRequest(request)) return null;
  const consent = t("elicitation.side.consent");
  const domain = typeof address === "string" ? "" : address.domain;
  return {
    review,
    views: [
      {
        id: "blocks",
        label: t("elicitation.url.label"),
        render: () => <UrlPaper request={request} address={address} letters={letters} />,
      },
      {
        id: "json",
        label: t("common.json"),
        render: () => <JsonOf request={request} response={CONSENT} />,
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
        answer: consent,
        why: t("elicitation.side.notTyped"),
        brief: consent,
      },
    ],
    notes: letters !== null && <LetterBars letters={letters} />,
    decide: {
      label: t(armed ? "elicitation.url.openAnyway" : "elicitation.url.open"),
      approve() {
        if (imitates && !armed) arm(true);
        else respond(sample, review, CONSENT);
      },
      sends: linkSends(t, { domain, armed, imitates, isTwo }),
      blockers: [
        isUsable ? null : { first: t("elicitation.url.unusable"), second: "", tone: "warn" },
      ],
      asksAgain: armed,
      news: t("elicitation.off.newRequest"),
      ...refusals,
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
