// Which models may answer: a tick each, what is known of them, which one is offered first.
import { useState } from "react";
import { sameModel } from "../../src-shared/models/model.ts";
import type { ModelRef, ModelView, ProviderView } from "../../src-shared/models/model.ts";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { Badge } from "../ui/Badge.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { IconInput } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { AudioIcon, FilterIcon, ImageIcon, ToolIcon } from "../ui/icons.ts";
import { Visible } from "../ui/Quote.tsx";
import { Cell, Row, Table } from "../ui/Table.tsx";
import { decimal } from "../ui/time.ts";
import { providerName } from "./providerWords.ts";
import s from "./Settings.module.css";

interface Listed {
  provider: ProviderView;
  model: ModelView;
}

export function ModelTable({
  providers,
  defaultModel,
  onEnable,
  onDefault,
}: {
  providers: readonly ProviderView[];
  defaultModel: ModelRef | null;
  onEnable: (ref: ModelRef, enabled: boolean) => void;
  onDefault: (ref: ModelRef) => void;
}) {
  const t = useT();
  const [filter, setFilter] = useState("");
  const all = providers.flatMap((provider) =>
    provider.models.map((model): Listed => ({ provider, model })),
  );
  const listed = all.filter((entry) => fits(t, entry, filter));
  return (
    <>
      <header className={`${s.sub} ${s.next}`}>
        <h2>{t("settings.models.title")}</h2>
        <span className="xs ink3">
          {t("settings.models.usable", {
            usable: all.filter(({ model }) => model.enabled).length,
            count: all.length,
          })}
        </span>
        <span className="grow" />
        {all.length > 0 && (
          <IconInput
            small
            className={s.filter ?? ""}
            icon={<Icon of={FilterIcon} />}
            aria-label={t("settings.models.filter")}
            placeholder={t("settings.models.filter")}
            value={filter}
            onValue={setFilter}
          />
        )}
      </header>
      {listed.length === 0 ? (
        <p className={s.quiet}>
          {all.length === 0 ? t("settings.models.none") : t("settings.models.noneFits")}
        </p>
      ) : (
        <Rows
          listed={listed}
          defaultModel={defaultModel}
          onEnable={onEnable}
          onDefault={onDefault}
        />
      )}
    </>
  );
}

function fits(t: T, { provider, model }: Listed, filter: string): boolean {
  const text = `${model.name} ${providerName(t, provider)}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Rows({
  listed,
  defaultModel,
  onEnable,
  onDefault,
}: {
  listed: readonly Listed[];
  defaultModel: ModelRef | null;
  onEnable: (ref: ModelRef, enabled: boolean) => void;
  onDefault: (ref: ModelRef) => void;
}) {
  const t = useT();
  return (
    <Table
      label={t("settings.models.title")}
      columns={[
        { id: "model", label: t("settings.models.model"), width: "34%" },
        { id: "provider", label: t("settings.models.provider"), width: "16%" },
        { id: "context", label: t("settings.models.context"), width: "72px", number: true },
        { id: "can", label: t("settings.models.can") },
        { id: "default", label: t("settings.models.first"), width: "108px", number: true },
      ]}
    >
      {listed.map(({ provider, model }) => (
        <Row key={`${model.ref.providerId} ${model.ref.modelId}`}>
          <Cell strong title={model.name}>
            <Checkbox checked={model.enabled} onChange={(on) => onEnable(model.ref, on)}>
              <bdi className="cut">
                <Visible text={model.name} />
              </bdi>
            </Checkbox>
          </Cell>
          <Cell title={providerName(t, provider)}>{providerName(t, provider)}</Cell>
          <Cell number>{contextWords(t, model.abilities.contextTokens)}</Cell>
          <Cell>
            <Abilities model={model} />
          </Cell>
          <Cell number>
            {sameModel(model.ref, defaultModel) ? (
              <Badge>{t("settings.models.isFirst")}</Badge>
            ) : (
              model.enabled && (
                <LinkButton
                  aria-label={`${t("settings.models.makeFirst")}: ${model.name}`}
                  onClick={() => onDefault(model.ref)}
                >
                  {t("settings.models.makeFirst")}
                </LinkButton>
              )
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** `40 k`, `1 M`; empty where it is not known. */
function contextWords(t: T, tokens: number | undefined): string {
  if (tokens === undefined) return "";
  if (tokens >= 1_000_000)
    return t("settings.models.millions", { value: decimal(tokens / 1_000_000, 0) });
  return tokens >= 1000
    ? t("settings.models.thousands", { value: decimal(Math.floor(tokens / 1000)) })
    : decimal(tokens);
}

/** Only what is known to be there; unknown and absent both stay empty. */
function Abilities({ model }: { model: ModelView }) {
  const t = useT();
  const { images, audio, tools } = model.abilities;
  const known = [
    { has: images, icon: ImageIcon, word: t("settings.models.images") },
    { has: audio, icon: AudioIcon, word: t("settings.models.audio") },
    { has: tools, icon: ToolIcon, word: t("settings.models.tools") },
  ];
  return (
    <span className={s.abilities}>
      {known.map(
        ({ has, icon, word }) =>
          has === true && (
            <span key={word} className={s.ability}>
              <Icon of={icon} /> {word}
            </span>
          ),
      )}
    </span>
  );
}
