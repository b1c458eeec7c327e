// Network settings: proxy and login, certificates, current routes to providers.
import { useCallback, useEffect, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import type { CertificateView, NetworkView, RouteView } from "#shared/settings/network.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { FolderIcon } from "#kit/controls/icons.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { cx } from "#kit/cx.ts";
import { useFormValues } from "#kit/form/form.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import type { UsedAction } from "#kit/hooks/useAction.ts";
import { Cell, Table, TableRow } from "#kit/layout/Table.tsx";
import { Visible } from "#kit/text/Quote.tsx";
import { PageForm } from "#kit/layout/Room.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Hint, Note } from "#kit/text/Text.tsx";
import { hostOf } from "./models/providerWords.ts";
import { networkForm, networkFormValues } from "./networkForm.ts";
import { ListHead, SettingsPage, SettingsPart } from "./SettingsPage.tsx";
import s from "./Settings.module.css";

export function NetworkPage() {
  const t = useT();
  const { view, failure, tell, look } = useNetwork();
  return (
    <SettingsPage title={t("settings.page.network")} lead={t("network.intro")} failure={failure}>
      {view !== null && (
        <>
          <ProxyForm view={view} tell={tell} onSaved={look} />
          <ListHead id="network.routes" />
          {view.routes.length === 0 ? (
            <Note>{t("network.noRoutes")}</Note>
          ) : (
            <ul className={s.facts}>
              {view.routes.map((route) => (
                <li key={route.address}>
                  <span className="wire cut">{hostOf(route.address)}</span>
                  <span className="cut">{routeWords(t, route)}</span>
                  <span className="ink3">{sourceWords(t, route)}</span>
                </li>
              ))}
            </ul>
          )}
          <ListHead id="common.certificates">
            <span className="xs ink3 cut">{t("network.certificatesIntro")}</span>
            <span className="grow" />
            <Button
              size="s"
              icon={FolderIcon}
              onClick={() => void send("network.pickCertificate").then(tell).then(look)}
            >
              {t("network.add")}
            </Button>
          </ListHead>
          {view.certificates.length === 0 ? (
            <Note>{t("network.noCertificates")}</Note>
          ) : (
            <CertificateTable
              certificates={view.certificates}
              onDrop={(file) => void send("network.dropCertificate", file).then(tell).then(look)}
            />
          )}
        </>
      )}
    </SettingsPage>
  );
}

/** Read from main when the page opens and after each change. */
function useNetwork() {
  const addresses = useMirror(
    useShallow(({ models }) => [
      ...new Set(models.providers.flatMap(({ baseUrl }) => (baseUrl === "" ? [] : [baseUrl]))),
    ]),
  );
  const [view, setView] = useState<NetworkView | null>(null);
  const { failure, tell, fail } = useAction();
  const look = useCallback(async (): Promise<void> => {
    const result = await send("network.look", addresses);
    if (result.ok) setView(result.value);
    else fail(result.failure);
  }, [addresses, fail]);
  useEffect(() => void look(), [look]);
  return { view, failure, tell, look };
}

function ProxyForm({
  view,
  tell,
  onSaved,
}: {
  view: NetworkView;
  tell: UsedAction["tell"];
  onSaved: () => Promise<void>;
}) {
  const t = useT();
  const secretStorage = useMirror((state) => state.machine.secretStorage);
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
  const optional = t("common.optional");
  return (
    <SubmitForm label={t("common.save")} onSubmit={save}>
      <PageForm>
        <SettingsPart id="network.proxy">
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
        </SettingsPart>
        {typed.kind === "address" && (
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
                  aside={optional}
                  hint={t("network.bypassHint")}
                />
              )}
            </form.AppField>
          </>
        )}
        {typed.kind !== "none" && (
          <SettingsPart id="network.login" isRegion>
            <Hint below>{t("network.loginHint")}</Hint>
            <div className={s.fields}>
              {typed.kind === "auto" && (
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
                    placeholder={
                      view.passwordKept && state.value === null ? t("network.passwordKept") : ""
                    }
                    label={t("common.password")}
                    aside={optional}
                    hint={t(`network.passwordHint.${secretStorage}`)}
                  />
                )}
              </form.AppField>
            </div>
          </SettingsPart>
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

function routeWords(t: T, { proxy, unreadable }: RouteView): string {
  if (unreadable === true) return t("network.unreadable");
  return proxy === null ? t("network.straight") : t("network.by", { proxy });
}

const sourceWords = (t: T, { from }: RouteView): string =>
  from.kind === "variable"
    ? t("network.from.variable", { name: from.name })
    : t(`network.from.${from.kind}`);

function CertificateTable({
  certificates,
  onDrop,
}: {
  certificates: readonly CertificateView[];
  onDrop: (file: string) => void;
}) {
  const t = useT();
  return (
    <Table
      label={t("common.certificates")}
      columns={[
        { id: "file", label: t("common.file"), width: "38%" },
        { id: "what", label: t("network.holds") },
        { id: "from", label: t("network.whose"), width: "20%" },
        {
          id: "drop",
          label: <span className="sr">{t("common.remove")}</span>,
          width: "116px",
          number: true,
        },
      ]}
    >
      {certificates.map((certificate) => (
        <TableRow key={`${certificate.file} ${certificate.from.kind}`}>
          <Cell strong title={certificate.file}>
            <Visible text={certificate.file} />
          </Cell>
          <Cell className={cx(certificate.fault !== null && "danger")}>
            <Visible text={holdsWords(t, certificate)} />
          </Cell>
          <Cell>
            {certificate.from.kind === "variable"
              ? t("network.from.variable", { name: certificate.from.name })
              : t(`network.source.${certificate.from.kind}`)}
          </Cell>
          <Cell number>
            {certificate.from.kind === "person" && (
              <LinkButton
                aria-label={`${t("common.remove")}: ${certificate.file}`}
                onClick={() => onDrop(certificate.file)}
              >
                {t("common.remove")}
              </LinkButton>
            )}
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}

function holdsWords(t: T, { fault, count, subject, expiresAtMs }: CertificateView): string {
  if (fault !== null) return t(`network.fault.${fault}`);
  if (count > 1 || expiresAtMs === null) return t("network.count", { count });
  const day = new Date(expiresAtMs).toISOString().slice(0, 10);
  return `${subject}, ${t("network.until", { day })}`;
}
