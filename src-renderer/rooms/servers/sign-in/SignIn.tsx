// Signing in to a server: the question before a page is opened, waiting for the browser, the result, signing out.
import { useState } from "react";
import type { ServerView } from "#shared/servers/server.ts";
import type { IssuerPair, SignedOut, SignInFailure, SignInStep } from "#shared/servers/signIn.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { BusyIcon, GlobeIcon, KeyIcon } from "#kit/controls/icons.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { clock } from "#kit/text/time.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { SignedInFacts } from "../panel/SignedInFacts.tsx";
import { Pair, SignInQuestion } from "./SignInQuestion.tsx";
import s from "./SignIn.module.css";
import type { EnteredClient } from "./SignInQuestion.tsx";

export interface SignInActions {
  onSignIn: (client: EnteredClient | null) => void;
  onAcceptIssuer: (pair: IssuerPair) => void;
  onCancel: () => void;
  /** The result; null when it failed, which is shown elsewhere. */
  onSignOut: () => Promise<SignedOut | null>;
}

export function SignIn({ server, ...actions }: { server: ServerView } & SignInActions) {
  const t = useT();
  const [ended, setEnded] = useState<SignedOut | null>(null);
  const { step = null, signedIn = null } = server.signIn ?? {};
  const signOut = (): void => void actions.onSignOut().then(setEnded);
  if (step === null && signedIn === null && ended === null) return null;
  return (
    <div className={s.signIn}>
      {ended !== null && signedIn === null && (
        <Bar
          tone={ended === "not-revoked" ? "warn" : "info"}
          title={t(`signIn.signedOut.${ended}`)}
        />
      )}
      {step !== null && <Step step={step} {...actions} />}
      {signedIn !== null && <SignedInFacts signedIn={signedIn} onSignOut={signOut} />}
    </div>
  );
}

function Step({ step, ...actions }: { step: SignInStep } & SignInActions) {
  const t = useT();
  const { onSignIn, onCancel } = actions;
  switch (step.kind) {
    case "working":
      return (
        <Bar
          tone="info"
          icon={BusyIcon}
          title={t(`signIn.working.${step.what}`)}
          actions={<LinkButton onClick={onCancel}>{t("common.cancel")}</LinkButton>}
        />
      );
    case "asks":
      return <Asks step={step} {...actions} />;
    case "waiting":
      return <Waiting step={step} onCancel={onCancel} />;
    case "failed":
      if (step.failure.kind === "sign-in-issuer-slash")
        return <IssuerSlash failure={step.failure} {...actions} />;
      return <Failed step={step} {...actions} />;
    case "declined":
      return (
        <Bar
          tone="info"
          icon={KeyIcon}
          title={t("signIn.declined.title")}
          actions={<LinkButton onClick={() => onSignIn(null)}>{t("signIn.signIn")}</LinkButton>}
        >
          {t("signIn.declined.text")}
        </Bar>
      );
  }
}

type StepOf<K extends SignInStep["kind"]> = Extract<SignInStep, { kind: K }>;

function Asks({ step: { ask }, onSignIn, onCancel }: { step: StepOf<"asks"> } & SignInActions) {
  const t = useT();
  return (
    <>
      <Bar tone="warn" icon={KeyIcon} title={t(`signIn.asks.${ask.why}`)}>
        {t("signIn.asks.text")}
      </Bar>
      {ask.formerIssuer !== null && (
        <Bar tone="danger" title={t("signIn.asks.moved")}>
          <Quote cut>{ask.formerIssuer}</Quote>
        </Bar>
      )}
      <SignInQuestion ask={ask} needsClient={ask.client.kind === "needed"} onSignIn={onSignIn}>
        <Button size="m" onClick={onCancel}>
          {t("common.notNow")}
        </Button>
      </SignInQuestion>
    </>
  );
}

function Waiting({
  step: { url, untilMs, opened, foreign },
  onCancel,
}: {
  step: StepOf<"waiting">;
  onCancel: () => void;
}) {
  const t = useT();
  const left = clock(Math.max(0, untilMs - useNow()));
  return (
    <>
      <Bar
        tone={opened ? "info" : "warn"}
        icon={GlobeIcon}
        title={opened ? t("signIn.waiting.title") : t("signIn.waiting.notOpened")}
        actions={<LinkButton onClick={onCancel}>{t("common.cancel")}</LinkButton>}
        quiet
      >
        {opened ? t("signIn.waiting.text", { left }) : t("signIn.waiting.notOpenedText", { left })}
      </Bar>
      {foreign > 0 && (
        <Bar tone="warn" title={t("signIn.waiting.foreign", { count: foreign })}>
          {t("signIn.waiting.foreignText")}
        </Bar>
      )}
      <section className={s.part}>
        <div className={s.link}>
          <p className="xs ink2">{t("signIn.waiting.link")}</p>
          <CopyButton what={t("signIn.waiting.address")} text={() => url} />
        </div>
        <Paper small className={s.page} text={url} label={t("signIn.waiting.address")} />
      </section>
    </>
  );
}

/** The issuer's two spellings, both in full, as only their ends differ. */
function IssuerSlash({
  failure,
  onSignIn,
  onAcceptIssuer,
}: {
  failure: Extract<SignInFailure, { kind: "sign-in-issuer-slash" }>;
} & SignInActions) {
  const t = useT();
  const { announced, named } = failure;
  return (
    <>
      <FailureBar
        failure={failure}
        actions={<LinkButton onClick={() => onSignIn(null)}>{t("common.retry")}</LinkButton>}
      />
      <section className={s.part} aria-label={t("signIn.title")}>
        <dl className={s.pairs}>
          <Pair label={t("signIn.issuerSlash.announced")} text={announced} />
          <Pair label={t("signIn.issuerSlash.named")} text={named} />
        </dl>
        <div className={s.buttons}>
          <Button size="m" onClick={() => onAcceptIssuer({ announced, named })}>
            {t("signIn.issuerSlash.accept")}
          </Button>
        </div>
      </section>
    </>
  );
}

/** Failures without automatic client registration: the user can enter a client id, so its form is open. */
const WANTS_CLIENT: ReadonlySet<string> = new Set([
  "sign-in-no-registration",
  "sign-in-registration-refused",
]);

function Failed({ step, onSignIn, onCancel }: { step: StepOf<"failed"> } & SignInActions) {
  const t = useT();
  const { ask, failure } = step;
  return (
    <>
      <FailureBar
        failure={failure}
        actions={
          ask === null && (
            <LinkButton onClick={() => onSignIn(null)}>{t("common.retry")}</LinkButton>
          )
        }
      />
      {ask !== null && (
        <SignInQuestion
          ask={ask}
          needsClient={WANTS_CLIENT.has(failure.kind)}
          onSignIn={onSignIn}
          again
        >
          <Button size="m" onClick={onCancel}>
            {t("common.notNow")}
          </Button>
        </SignInQuestion>
      )}
    </>
  );
}
