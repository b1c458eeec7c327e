// Asks before signing in, with all addresses and scopes, and a form for the user's own client id.
import { useState } from "react";
import type { ReactNode } from "react";
import { z } from "zod";
import type { SignInAsk, SignInClient } from "#shared/servers/signIn.ts";
import { useT } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import { Pairs } from "#kit/layout/Section.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import s from "./SignIn.module.css";

/** A client id that the user registered. */
export interface EnteredClient {
  id: string;
  secret: string | null;
}

/** Null without an id: the sign-in then registers a client, or uses the one that is registered. */
const clientForm = z
  .object({ id: z.string().trim(), secret: z.string() })
  .transform(({ id, secret }): EnteredClient | null =>
    id === "" ? null : { id, secret: secret === "" ? null : secret },
  );

export function SignInQuestion({
  ask,
  needsClient,
  again = false,
  onSignIn,
  children,
}: {
  ask: SignInAsk;
  /** Signing in requires a client id. */
  needsClient: boolean;
  again?: boolean;
  onSignIn: (client: EnteredClient | null) => void;
  /** The other buttons. */
  children: ReactNode;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const shown = open || needsClient;
  const { form, read, send } = useFormValues(clientForm, { id: "", secret: "" }, (client) =>
    onSignIn(shown ? client : null),
  );
  const ready = !needsClient || (read.data ?? null) !== null;
  const word = again ? t("common.retry") : t("signIn.signIn");
  const go = (): void => {
    if (ready) send();
  };
  return (
    <section className={s.part} aria-label={t("signIn.title")}>
      <Pairs>
        <Pair label={t("common.server")} text={ask.server} />
        <Pair label={t("signIn.fact.issuer")} text={ask.issuer} />
        <Pair label={t("signIn.fact.page")} text={ask.pageHost} />
        <dt>{t("signIn.fact.scopes")}</dt>
        <dd>
          <Scopes scopes={ask.scopes} added={ask.added} none={t("signIn.fact.noScopes")} />
        </dd>
        {ask.resource !== ask.server && <Pair label={t("common.resource")} text={ask.resource} />}
        <dt>{t("signIn.fact.client")}</dt>
        <dd>
          <Client client={ask.client} name={ask.clientName} />
        </dd>
        <Pair label={t("signIn.fact.redirect")} text={ask.redirect} />
        {ask.said !== null && <Pair label={t("signIn.asks.said")} text={ask.said} />}
        {ask.ended !== null && <Pair label={t("signIn.asks.ended")} text={ask.ended} />}
      </Pairs>
      <SubmitForm label={word} onSubmit={go}>
        {shown && (
          <>
            <form.AppField name="id">
              {({ TextField }) => (
                <TextField
                  label={t("signIn.byHand.id")}
                  hint={
                    <>
                      {t("signIn.byHand.idHint")}{" "}
                      {ask.takesDocuments && t("signIn.byHand.document")}
                    </>
                  }
                  wire
                  small
                />
              )}
            </form.AppField>
            <form.AppField name="secret">
              {({ TextField }) => (
                <TextField
                  label={t("signIn.byHand.secret")}
                  aside={t("signIn.byHand.secretAside")}
                  hint={t("signIn.byHand.kept")}
                  wire
                  small
                  type="password"
                />
              )}
            </form.AppField>
          </>
        )}
        {!needsClient && (
          <div>
            <LinkButton onClick={() => setOpen(!open)}>
              {open ? t("signIn.byHand.close") : t("signIn.byHand.open")}
            </LinkButton>
          </div>
        )}
      </SubmitForm>
      <Row wrap={8}>
        <Button size="m" level="primary" disabled={!ready} onClick={go}>
          {word}
        </Button>
        {children}
      </Row>
    </section>
  );
}

/** Untrusted text, never truncated: a cut address could hide its end. */
export function Pair({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="wire">
        <bdi>
          <Visible text={text} limit={2000} />
        </bdi>
      </dd>
    </>
  );
}

export function Scopes({
  scopes,
  added,
  none,
}: {
  scopes: readonly string[];
  added?: readonly string[];
  none: string;
}) {
  const t = useT();
  if (scopes.length === 0) return <span className="ink3">{none}</span>;
  return (
    <Row as="span" gap={6} wrap={2}>
      {scopes.map((scope) => (
        <Row key={scope} as="span" gap={4} inline>
          <Quote>{scope}</Quote>
          {added?.includes(scope) === true && <b className="warn">{t("common.new")}</b>}
        </Row>
      ))}
    </Row>
  );
}

function Client({ client, name }: { client: SignInClient; name: string }) {
  const t = useT();
  switch (client.kind) {
    case "registers":
      return (
        <>
          {t("signIn.fact.registers", { name })} <Quote>{client.host}</Quote>
        </>
      );
    case "registered":
      return (
        <>
          {t("signIn.fact.registered", { name })} <Quote>{client.id}</Quote>
        </>
      );
    case "by-hand":
      return (
        <>
          {t("signIn.fact.byHand")} <Quote>{client.id}</Quote>
        </>
      );
    case "needed":
      return t("signIn.fact.needed");
  }
}
