// Network settings: proxy and login, certificates, current routes to providers.
import { useCallback, useEffect, useState } from "react";
import type { SecretStorage } from "#shared/models/model.ts";
import type { NetworkView } from "#shared/settings/network.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Button } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { Certificates, Routes } from "./NetworkFacts.tsx";
import { useFormValues, type Form } from "#kit/form/form.tsx";
import { networkForm, networkFormValues } from "./networkForm.ts";
import { Page, PageBody, PageForm } from "#kit/layout/Room.tsx";
import { Hint, Label } from "#kit/text/Text.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import s from "./Network.module.css";
import { useAction } from "#kit/hooks/useAction.ts";
import type { UsedAction } from "#kit/hooks/useAction.ts";

export function NetworkPage() {
  const t = useT();
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  const { view, failure, tell, look } = useNetwork();
  return (
    <Page label={t("settings.page.network")}>
      <TitleBar title={t("settings.page.network")}>
        <span className="xs ink3 cut">{t("network.intro")}</span>
      </TitleBar>
      <FailureBar failure={failure} />
      <PageBody>
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
      </PageBody>
    </Page>
  );
}

/** Read from main when the page opens and after each change. */
function useNetwork() {
  const providers = useMirror((state) => state.models.providers);
  const [view, setView] = useState<NetworkView | null>(null);
  const { failure, tell, fail } = useAction();
  const addresses = JSON.stringify([
    ...new Set(providers.flatMap(({ baseUrl }) => (baseUrl === "" ? [] : [baseUrl]))),
  ]);
  const look = useCallback(async (): Promise<void> => {
    const result = await send("network.look", JSON.parse(addresses) as string[]);
    if (result.ok) setView(result.value);
    else fail(result.failure);
  }, [addresses, fail]);
  useEffect(() => void look(), [look]);
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
  tell: UsedAction["tell"];
  onSaved: () => Promise<void>;
}) {
  const t = useT();
  const [saved, setSaved] = useState<object | null>(null);
  const {
    form,
    typed,
    send: save,
  } = useFormValues(
    networkForm(t),
    networkFormValues(view.settings),
    async ({ patch, password }) => {
      const result = await send("network.set", patch, password);
      if (!tell(result)) return;
      form.setFieldValue("password", null);
      setSaved(form.state.values);
      await onSaved();
    },
  );
  return (
    <SubmitForm label={t("common.save")} onSubmit={save}>
      <PageForm>
        <section>
          <Label gap={4}>{t("network.proxy")}</Label>
          <form.AppField name="kind">
            {({ state, handleChange }) => (
              <RadioGroup
                label={t("network.proxy")}
                value={state.value}
                onChange={handleChange}
                options={(["auto", "address", "none"] as const).map((value) => ({
                  value,
                  label: t(`network.kind.${value}`),
                  hint: t(`network.kind.${value}Hint`),
                }))}
              />
            )}
          </form.AppField>
        </section>
        {typed.kind === "address" && <Address form={form} />}
        {typed.kind !== "none" && (
          <Login
            form={form}
            auto={typed.kind === "auto"}
            kept={view.passwordKept}
            secretStorage={secretStorage}
          />
        )}
        <Row as="p">
          <Button level="primary" size="m" onClick={save}>
            {t("common.save")}
          </Button>
          <span role="status" className="xs ink2">
            {saved === typed ? t("common.saved") : ""}
          </span>
        </Row>
      </PageForm>
    </SubmitForm>
  );
}

function Address({ form }: { form: Form<ReturnType<typeof networkForm>> }) {
  const t = useT();
  return (
    <>
      <form.AppField name="url">
        {({ TextField }) => (
          <TextField wire label={t("common.address")} hint={t("network.urlHint")} />
        )}
      </form.AppField>
      <form.AppField name="bypass">
        {({ TextField }) => (
          <TextField
            wire
            label={t("network.bypass")}
            aside={t("common.optional")}
            hint={t("network.bypassHint")}
          />
        )}
      </form.AppField>
    </>
  );
}

function Login({
  form,
  auto,
  kept,
  secretStorage,
}: {
  form: Form<ReturnType<typeof networkForm>>;
  auto: boolean;
  kept: boolean;
  secretStorage: SecretStorage;
}) {
  const t = useT();
  const optional = t("common.optional");
  return (
    <section aria-label={t("network.login")}>
      <Label gap={4}>{t("network.login")}</Label>
      <Hint below>{t("network.loginHint")}</Hint>
      <div className={s.fields}>
        {auto && (
          <form.AppField name="at">
            {({ TextField }) => (
              <TextField
                wire
                placeholder="proxy.example.com:3128"
                label={t("network.at")}
                aside={optional}
              />
            )}
          </form.AppField>
        )}
        <form.AppField name="user">
          {({ TextField }) => <TextField wire label={t("network.user")} aside={optional} />}
        </form.AppField>
        <form.AppField name="password">
          {({ state, TextField }) => (
            <TextField
              wire
              type="password"
              placeholder={kept && state.value === null ? t("network.passwordKept") : ""}
              label={t("common.password")}
              aside={optional}
              hint={t(`network.passwordHint.${secretStorage}`)}
            />
          )}
        </form.AppField>
      </div>
    </section>
  );
}
