// The gate of a link request: the full URL, with warnings about misleading characters. Opening it is the user's
// response, which means consent to open and nothing about what happens on the page.
import { useState } from "react";
import { useT } from "../../../i18n/index.ts";
import type { T } from "../../../i18n/index.ts";
import type { UrlRequest } from "../../../../src-shared/kinds/elicitation/request.ts";
import { checkRequest } from "../../../../src-shared/kinds/elicitation/checkRequest.ts";
import { lettersOf, readAddress } from "../../../../src-shared/kinds/elicitation/url.ts";
import { guardDisabledReason, sendingDisabledReason } from "../../gates/disabledReasons.tsx";
import {
  reviewFirst,
  reviewGuard,
  scanningDisabledReason,
  seriousDisabledReason,
} from "../../findings/reviewFirst.tsx";
import { useDecision } from "../../gates/useDecision.ts";
import { useApproveLabel, useTeamMark } from "../../../state/team.ts";
import { KindPage } from "../KindPage.tsx";
import type { KindGateProps } from "../KindPage.tsx";
import { useKindKeys } from "../useKindKeys.ts";
import { ElicitationSide } from "./ElicitationSide.tsx";
import { flagWords } from "./flagWords.ts";
import { JsonOf } from "./JsonOf.tsx";
import { useRefusals } from "./respond.ts";
import type { Respond } from "./respond.ts";
import { LetterBars, UrlPaper } from "./UrlPaper.tsx";

export interface UrlGateProps extends KindGateProps {
  request: UrlRequest;
  respond: Respond;
}

const CONSENT = { action: "accept" } as const;

export function UrlGate(props: UrlGateProps) {
  const { sample, request, view, respond, found, serious, onJump } = props;
  const t = useT();
  const address = readAddress(request.url);
  const isUsable = typeof address !== "string" && !address.credentials;
  const letters = typeof address === "string" ? null : lettersOf(address.host);
  const imitates = letters?.imitates ?? null;
  // A domain that imitates another takes a second press.
  const [armed, arm] = useState(false);
  const deciding = useDecision(sample, `link ${armed ? "armed" : ""} ${reviewGuard(serious)}`);
  const off =
    sendingDisabledReason(t, deciding) ??
    scanningDisabledReason(t, serious) ??
    seriousDisabledReason(t, serious) ??
    (isUsable
      ? null
      : { first: t("elicitation.url.unusable"), second: "", tone: "warn" as const }) ??
    guardDisabledReason(t, deciding, t("elicitation.off.newRequest"));
  const isTwo = useTeamMark(sample.id)?.votesNeeded === 2;
  const label = useApproveLabel(sample.id, t("elicitation.url.open"));
  const own = {
    label: armed ? t("elicitation.url.openAnyway") : label,
    disabled: off !== null,
    run: () => {
      if (off !== null) return;
      if (imitates !== null && !armed) arm(true);
      else respond(deciding, CONSENT);
    },
  };
  const domain = typeof address === "string" ? "" : address.domain;
  const bar = reviewFirst(t, serious, {
    primary: own,
    sends: linkSends(t, { domain, armed, imitates: imitates !== null, isTwo }),
    off: armed && off?.tone === "calm" ? null : off,
  });
  const { primary } = bar;
  const refusals = useRefusals(sample, deciding, respond);
  const { decline } = refusals;
  const viewName = t("elicitation.views.link");
  useKindKeys({ gate: props, primary, decline, viewName, edit: null });
  const notes = [
    ...(imitates === null ? [] : [t("elicitation.url.imitatesNote")]),
    ...checkRequest(request).map((flag) => flagWords(t, flag, [])),
  ];
  const consent = t("elicitation.side.consent");
  return (
    <KindPage
      {...props}
      viewName={viewName}
      deciding={deciding}
      notes={notes.length}
      facts={[consent]}
      bar={letters !== null && <LetterBars letters={letters} />}
      side={
        <ElicitationSide
          {...{ id: sample.id, shown: CONSENT, found, serious, notes, onJump }}
          what={t("elicitation.checkedLink")}
          answer={consent}
          why={t("elicitation.side.notTyped")}
        />
      }
      foot={{
        ...bar,
        ...refusals,
      }}
    >
      {view === "json" ? (
        <JsonOf request={request} response={CONSENT} />
      ) : (
        <UrlPaper {...{ request, address, letters }} />
      )}
    </KindPage>
  );
}

const linkSends = (
  t: T,
  {
    domain,
    armed,
    imitates,
    isTwo,
  }: { domain: string; armed: boolean; imitates: boolean; isTwo: boolean },
) => ({
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
