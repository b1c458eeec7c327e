// The providers: name, address, state, end of the key.
import { useState } from "react";
import type { ProviderView } from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { BusyIcon, DoneIcon, WarnIcon } from "#kit/controls/icons.ts";
import { Cell, Table, TableRow } from "#kit/layout/Table.tsx";
import { hostOf, keyWords, providerName, stateWords } from "./providerWords.ts";
import { FailureReason } from "./FailureReason.tsx";
import s from "./Models.module.css";

export function ProviderTable({
  providers,
  onChange,
}: {
  providers: readonly ProviderView[];
  onChange: (provider: ProviderView) => void;
}) {
  const t = useT();
  const [shown, setShown] = useState<string | null>(null);
  const failed = providers.find(({ id, state }) => id === shown && state.kind === "failed");
  return (
    <>
      <Table
        label={t("settings.provider.title")}
        columns={[
          { id: "name", label: t("common.provider"), width: "150px" },
          { id: "address", label: t("common.address") },
          { id: "state", label: t("common.state"), width: "34%" },
          { id: "key", label: t("common.key"), width: "120px" },
          {
            id: "change",
            label: <span className="sr">{t("common.editTitle")}</span>,
            width: "84px",
            number: true,
          },
        ]}
      >
        {providers.map((provider) => (
          <TableRow key={provider.id}>
            <Cell strong title={providerName(t, provider)}>
              <b>{providerName(t, provider)}</b>
            </Cell>
            <Cell title={provider.baseUrl}>
              <Where provider={provider} />
            </Cell>
            <Cell>
              <State
                provider={provider}
                open={shown === provider.id}
                onWhy={(open) => setShown(open ? provider.id : null)}
              />
            </Cell>
            <Cell title={keyWords(t, provider)}>{keyWords(t, provider)}</Cell>
            <Cell number>
              {provider.kind !== "local" && (
                <LinkButton
                  aria-label={`${t("common.editTitle")}: ${provider.name}`}
                  onClick={() => onChange(provider)}
                >
                  {t("common.editTitle")}
                </LinkButton>
              )}
            </Cell>
          </TableRow>
        ))}
      </Table>
      {failed?.state.kind === "failed" && <FailureReason failure={failed.state.failure} />}
    </>
  );
}

function Where({ provider }: { provider: ProviderView }) {
  const t = useT();
  if (provider.kind === "local") return t("settings.provider.localWhere");
  const host = hostOf(provider.baseUrl);
  return provider.onThisMachine ? t("settings.provider.here", { host }) : host;
}

function State({
  provider,
  open,
  onWhy,
}: {
  provider: ProviderView;
  open: boolean;
  onWhy: (open: boolean) => void;
}) {
  const t = useT();
  const { tone, words } = stateWords(t, provider);
  return (
    <span className={cx(s.state, tone !== "quiet" && tone)}>
      {tone === "ok" && <Icon of={DoneIcon} />}
      {tone === "danger" && <Icon of={WarnIcon} />}
      {provider.state.kind === "checking" && <Icon of={BusyIcon} turning />}
      <span className="cut" title={words}>
        {words}
      </span>
      {tone === "danger" && (
        <LinkButton
          aria-expanded={open}
          aria-label={`${open ? t("common.hide") : t("settings.provider.why")}: ${providerName(t, provider)}`}
          onClick={() => onWhy(!open)}
        >
          {open ? t("common.hide") : t("settings.provider.why")}
        </LinkButton>
      )}
    </span>
  );
}
