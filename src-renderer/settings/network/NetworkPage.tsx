// How providers are reached: the proxy with its login, certificates, and the way that each of them takes now.
import { useCallback, useEffect, useState } from "react";
import type { SecretStorage } from "../../../src-shared/models/model.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { NetworkView } from "../../../src-shared/settings/network.ts";
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { useMirror } from "../../state/mirror.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { Field, Input } from "../../ui/controls/Field.tsx";
import { RadioGroup } from "../../ui/controls/RadioGroup.tsx";
import { TitleBar } from "../../ui/layout/Section.tsx";
import { SubmitForm } from "../../ui/controls/SubmitForm.tsx";
import { Certificates, Routes } from "./NetworkFacts.tsx";
import { networkDraftOf, networkPatchOf, type NetworkDraft } from "./networkDraft.ts";
import s from "../Settings.module.css";

export function NetworkPage() {
  const t = useT();
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  const { view, failure, tell, look } = useNetwork();
  return (
    <section className={s.page} aria-label={t("settings.page.network")}>
      <TitleBar title={t("settings.page.network")}>
        <span className="xs ink3 cut">{t("network.intro")}</span>
      </TitleBar>
      {failure !== null && <FailureBar failure={failure} />}
      <div className={s.body}>
        {view !== null && (
          <>
            <ProxyForm view={view} secretStorage={secretStorage} tell={tell} onSaved={look} />
            <Routes routes={view.routes} />
            <Certificates
              certificates={view.certificates}
              onAdd={() => void send("network.pickCertificate").then(tell).then(look)}
              onDrop={(file) => void send("network.dropCertificate", file).then(tell).then(look)}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** What main knows of it, asked when the page opens and after each change. */
function useNetwork() {
  const providers = useMirror((state) => state.models.providers);
  const [view, setView] = useState<NetworkView | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const addresses = JSON.stringify([
    ...new Set(providers.flatMap(({ baseUrl }) => (baseUrl === "" ? [] : [baseUrl]))),
  ]);
  const look = useCallback(async (): Promise<void> => {
    const result = await send("network.look", JSON.parse(addresses) as string[]);
    if (result.ok) setView(result.value);
    else setFailure(result.failure);
  }, [addresses]);
  useEffect(() => void look(), [look]);
  const tell = (result: { ok: true } | { ok: false; failure: Failure }): void =>
    setFailure(result.ok ? null : result.failure);
  return { view, failure, tell, look };
}

function ProxyForm({
  view,
  secretStorage,
  tell,
  onSaved,
}: {
  view: NetworkView;
  secretStorage: SecretStorage;
  tell: (result: { ok: true } | { ok: false; failure: Failure }) => void;
  onSaved: () => Promise<void>;
}) {
  const t = useT();
  const [draft, setDraft] = useState(() => networkDraftOf(view.settings));
  const [said, setSaid] = useState<"" | "saved" | "noUrl">("");
  const change = (part: Partial<NetworkDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setSaid("");
  };
  const save = async (): Promise<void> => {
    const sent = networkPatchOf(draft);
    if (sent === null) return setSaid("noUrl");
    const result = await send("network.set", sent.patch, sent.password);
    tell(result);
    if (!result.ok) return;
    setDraft((before) => ({ ...before, password: null }));
    setSaid("saved");
    await onSaved();
  };
  return (
    <SubmitForm label={t("network.save")} onSubmit={() => void save()}>
      <div className={s.form}>
        <section>
          <h2 className={s.label}>{t("network.proxy")}</h2>
          <RadioGroup
            label={t("network.proxy")}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
            options={(["auto", "address", "none"] as const).map((value) => ({
              value,
              label: t(`network.kind.${value}`),
              hint: t(`network.kind.${value}Hint`),
            }))}
          />
        </section>
        {draft.kind === "address" && (
          <Address draft={draft} missing={said === "noUrl"} onChange={change} />
        )}
        {draft.kind !== "none" && (
          <Login
            draft={draft}
            kept={view.passwordKept}
            secretStorage={secretStorage}
            onChange={change}
          />
        )}
        <p className={s.path}>
          <Button level="primary" size="m" onClick={() => void save()}>
            {t("network.save")}
          </Button>
          <span role="status" className="xs ink2">
            {said === "saved" ? t("network.saved") : ""}
          </span>
        </p>
      </div>
    </SubmitForm>
  );
}

interface Part {
  draft: NetworkDraft;
  onChange: (part: Partial<NetworkDraft>) => void;
}

function Address({ draft, missing, onChange }: Part & { missing: boolean }) {
  const t = useT();
  return (
    <>
      <Field
        label={t("network.url")}
        hint={t("network.urlHint")}
        fault={missing ? t("network.noUrl") : undefined}
      >
        {(wiring) => (
          <Input {...wiring} wire value={draft.url} onValue={(url) => onChange({ url })} />
        )}
      </Field>
      <Field
        label={t("network.bypass")}
        aside={t("common.optional")}
        hint={t("network.bypassHint")}
      >
        {(wiring) => (
          <Input {...wiring} wire value={draft.bypass} onValue={(bypass) => onChange({ bypass })} />
        )}
      </Field>
    </>
  );
}

function Login({
  draft,
  kept,
  secretStorage,
  onChange,
}: Part & { kept: boolean; secretStorage: SecretStorage }) {
  const t = useT();
  return (
    <section aria-label={t("network.login")}>
      <h2 className={s.label}>{t("network.login")}</h2>
      <p className={s.hint}>{t("network.loginHint")}</p>
      <div className={s.fields}>
        {draft.kind === "auto" && (
          <Field label={t("network.at")} aside={t("common.optional")}>
            {(wiring) => (
              <Input
                {...wiring}
                wire
                placeholder="proxy.example.com:3128"
                value={draft.at}
                onValue={(at) => onChange({ at })}
              />
            )}
          </Field>
        )}
        <Field label={t("network.user")} aside={t("common.optional")}>
          {(wiring) => (
            <Input {...wiring} wire value={draft.user} onValue={(user) => onChange({ user })} />
          )}
        </Field>
        <Field
          label={t("network.password")}
          aside={t("common.optional")}
          hint={t(`network.passwordHint.${secretStorage}`)}
        >
          {(wiring) => (
            <Input
              {...wiring}
              wire
              type="password"
              placeholder={kept && draft.password === null ? t("network.passwordKept") : ""}
              value={draft.password ?? ""}
              onValue={(password) => onChange({ password })}
            />
          )}
        </Field>
      </div>
    </section>
  );
}
