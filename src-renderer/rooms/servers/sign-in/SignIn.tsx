// Signing in to a server: the question before a page is opened, waiting for the browser, the result, signing out.
import { useState } from "react";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { IssuerPair, SignedIn, SignedOut, SignInStep } from "#shared/servers/signIn.ts";
import { currentLanguage, useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { BusyIcon, GlobeIcon, KeyIcon } from "#kit/controls/icons.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Pairs } from "#kit/layout/Section.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Label } from "#kit/text/Text.tsx";
import { clock } from "#kit/text/time.ts";
import { Pair, Scopes, SignInQuestion } from "./SignInQuestion.tsx";
import type { EnteredClient } from "./SignInQuestion.tsx";
import s from "./SignIn.module.css";

interface Actions {
  onSignIn: (client: EnteredClient | null) => void;
  onAcceptIssuer: (pair: IssuerPair) => void;
  onCancel: () => void;
}

export function SignIn({
  server: { id, signIn },
  onFailure,
}: {
  server: ServerView;
  onFailure: (failure: Failure | null) => void;
}) {
  const t = useT();
  const [ended, setEnded] = useState<SignedOut | null>(null);
  const { step = null, signedIn = null } = signIn ?? {};
  const tell = (result: Outcome<unknown>): void => onFailure(result.ok ? null : result.failure);
  const signOut = async (): Promise<void> => {
    const done = await send("servers.signOut", id);
    tell(done);
    setEnded(done.ok ? done.value : null);
  };
  if (step === null && signedIn === null && ended === null) return null;
  return (
    <div className={s.signIn}>
      {ended !== null && signedIn === null && (
        <Bar
          tone={ended === "not-revoked" ? "warn" : "info"}
          title={t(`signIn.signedOut.${ended}`)}
        />
      )}
      {step !== null && (
        <Step
          step={step}
          onSignIn={(client) => void send("servers.signIn", id, client).then(tell)}
          onAcceptIssuer={(pair) => void send("servers.acceptIssuer", id, pair).then(tell)}
          onCancel={() => void send("servers.cancelSignIn", id).then(tell)}
        />
      )}
      {signedIn !== null && <SignedInFacts signedIn={signedIn} onSignOut={() => void signOut()} />}
    </div>
  );
}

function Step({ step, ...actions }: { step: SignInStep } & Actions) {
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
    case "asks": {
      const { ask } = step;
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
    case "waiting":
      return <Waiting step={step} onCancel={onCancel} />;
    case "failed":
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

/** Failures without automatic client registration: the user can enter a client id, so its form is open. */
const WANTS_CLIENT: ReadonlySet<string> = new Set([
  "sign-in-no-registration",
  "sign-in-registration-refused",
]);

function Failed({
  step: { ask, failure },
  onSignIn,
  onAcceptIssuer,
  onCancel,
}: { step: StepOf<"failed"> } & Actions) {
  const t = useT();
  const retry = <LinkButton onClick={() => onSignIn(null)}>{t("common.retry")}</LinkButton>;
  if (failure.kind === "sign-in-issuer-slash") {
    const { announced, named } = failure;
    return (
      <>
        <FailureBar failure={failure} actions={retry} />
        <section className={s.part} aria-label={t("signIn.title")}>
          {/* Both in full, as only their ends differ. */}
          <Pairs>
            <Pair label={t("signIn.issuerSlash.announced")} text={announced} />
            <Pair label={t("signIn.issuerSlash.named")} text={named} />
          </Pairs>
          <Row wrap={8}>
            <Button size="m" onClick={() => onAcceptIssuer({ announced, named })}>
              {t("signIn.issuerSlash.accept")}
            </Button>
          </Row>
        </section>
      </>
    );
  }
  return (
    <>
      <FailureBar failure={failure} actions={ask === null && retry} />
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

/** The account signed in to a server, its scopes and expiry, and the sign-out button. */
function SignedInFacts({ signedIn, onSignOut }: { signedIn: SignedIn; onSignOut: () => void }) {
  const t = useT();
  const { as, issuer, scopes, sinceMs, client, revocable, expiresAtMs, renews } = signedIn;
  return (
    <section className={s.part} aria-label={t("signIn.title")}>
      <Label>{t("signIn.title")}</Label>
      <Pairs>
        {as !== null && <Pair label={t("signIn.signedIn.as")} text={as} />}
        <Pair label={t("signIn.fact.issuer")} text={issuer} />
        <dt>{t("signIn.signedIn.scopes")}</dt>
        <dd>
          <Scopes scopes={scopes} none={t("signIn.signedIn.noScopes")} />
        </dd>
        <dt>{t("signIn.signedIn.since")}</dt>
        <dd>{t("signIn.signedIn.sinceAt", { date: moment(sinceMs) })}</dd>
        <dt>{t("signIn.signedIn.ends")}</dt>
        <dd>
          {expiresAtMs === null
            ? t("signIn.signedIn.never")
            : t(renews ? "signIn.signedIn.endsAt" : "signIn.signedIn.endsForGood", {
                date: moment(expiresAtMs),
              })}
        </dd>
        <Pair label={t("signIn.byHand.id")} text={client.id} />
      </Pairs>
      <Row wrap={8}>
        <Button size="s" onClick={onSignOut}>
          {t("signIn.signedIn.signOut")}
        </Button>
        <span className="xs ink3">
          {revocable ? t("signIn.signedIn.what") : t("signIn.signedIn.whatLocal")}
        </span>
      </Row>
    </section>
  );
}

/** Formats like `21 Nov 2026, 13:05`, in the user's language. */
function moment(atMs: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(currentLanguage(), style).format(atMs);
}
