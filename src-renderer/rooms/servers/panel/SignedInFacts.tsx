// The account signed in to a server, its scopes and expiry, and the sign-out button.
import type { SignedIn } from "#shared/servers/signIn.ts";
import { currentLanguage, useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Pair, Scopes } from "../sign-in/SignInQuestion.tsx";
import s from "../sign-in/SignIn.module.css";

export function SignedInFacts({
  signedIn,
  onSignOut,
}: {
  signedIn: SignedIn;
  onSignOut: () => void;
}) {
  const t = useT();
  const { as, issuer, scopes, sinceMs, client, revocable } = signedIn;
  return (
    <section className={s.part} aria-label={t("signIn.title")}>
      <h2 className={s.label}>{t("signIn.title")}</h2>
      <dl className={s.pairs}>
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
          <Ends signedIn={signedIn} />
        </dd>
        <Pair label={t("signIn.byHand.id")} text={client.id} />
      </dl>
      <div className={s.buttons}>
        <Button size="s" onClick={onSignOut}>
          {t("signIn.signedIn.signOut")}
        </Button>
        <span className="xs ink3">
          {revocable ? t("signIn.signedIn.what") : t("signIn.signedIn.whatLocal")}
        </span>
      </div>
    </section>
  );
}

function Ends({ signedIn: { expiresAtMs, renews } }: { signedIn: SignedIn }) {
  const t = useT();
  if (expiresAtMs === null) return t("signIn.signedIn.never");
  const date = moment(expiresAtMs);
  return renews
    ? t("signIn.signedIn.endsAt", { date })
    : t("signIn.signedIn.endsForGood", { date });
}

/** Formats like `21 Nov 2026, 13:05`, in the user's language. */
function moment(atMs: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(currentLanguage(), style).format(atMs);
}
