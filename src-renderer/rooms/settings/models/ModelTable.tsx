// Which models may be used: filtered by words or provider, turned on one by one or in bulk, with one default.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef, ModelView, ProviderView } from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { IconInput } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { AudioIcon, FilterIcon, ImageIcon, ToolIcon, WarnIcon } from "#kit/controls/icons.ts";
import { Select } from "#kit/controls/Select.tsx";
import { Badge } from "#kit/layout/Badge.tsx";
import { Visible } from "#kit/text/Quote.tsx";
import { decimal } from "#kit/text/time.ts";
import { Note } from "#kit/text/Text.tsx";
import { ListHead } from "../SettingsPage.tsx";
import { providerName } from "./providerWords.ts";
import s from "./ModelTable.module.css";

/** A model with its provider. */
interface Listed {
  provider: ProviderView;
  model: ModelView;
}

interface ModelActs {
  onEnable: (ref: ModelRef, enabled: boolean) => void;
  /** `all` includes models that the provider lists later. */
  onEnableMany: (providerId: string, models: string[] | "all", enabled: boolean) => void;
  onDefault: (ref: ModelRef) => void;
  /** Opens the model's facts for editing. */
  onFacts: (ref: ModelRef) => void;
}

const EVERYBODY = "*";

export function ModelTable({
  providers,
  defaultModel,
  ...acts
}: {
  providers: readonly ProviderView[];
  defaultModel: ModelRef | null;
} & ModelActs) {
  const t = useT();
  const [filter, setFilter] = useState("");
  const [only, setOnly] = useState(EVERYBODY);
  const some = providers.filter(({ id }) => only === EVERYBODY || id === only);
  // A selected provider may have been removed.
  const looked = some.length === 0 ? providers : some;
  const all = looked.flatMap((provider) =>
    provider.models.map((model): Listed => ({ provider, model })),
  );
  const listed = all.filter((entry) => isShown(t, entry, filter));
  const total = providers.reduce((sum, { models }) => sum + models.length, 0);
  const on = listed.filter(({ model }) => model.enabled).length;
  // Without a filter, the buttons apply to all models of the providers, including later ones; with a filter, to those
  // listed.
  const whole = filter.trim() === "";
  const enable = (enabled: boolean): void => {
    for (const provider of looked) {
      const own = listed.filter((entry) => entry.provider === provider);
      const names = own.map(({ model }) => model.ref.modelId);
      if (own.length > 0) acts.onEnableMany(provider.id, whole ? "all" : names, enabled);
    }
  };
  return (
    <>
      <ListHead id="common.models">
        <span className="xs ink3 cut">
          {t("settings.models.usable", {
            usable: all.filter(({ model }) => model.enabled).length,
            count: all.length,
          })}
        </span>
        <span className="grow" />
        {total > 0 && (
          <>
            <Button
              size="s"
              level="plain"
              disabled={on === listed.length}
              onClick={() => enable(true)}
            >
              {whole ? t("providers.allOn") : t("providers.shownOn")}
            </Button>
            <Button size="s" level="plain" disabled={on === 0} onClick={() => enable(false)}>
              {whole ? t("providers.allOff") : t("providers.shownOff")}
            </Button>
            <Select
              size="s"
              aria-label={t("common.provider")}
              value={looked === some ? only : EVERYBODY}
              options={[
                { value: EVERYBODY, label: t("providers.all") },
                ...providers.map((provider) => ({
                  value: provider.id,
                  label: providerName(t, provider),
                })),
              ]}
              onChange={setOnly}
            />
            <IconInput
              small
              className={s.filter ?? ""}
              icon={<Icon of={FilterIcon} />}
              aria-label={t("common.filter")}
              placeholder={t("common.filter")}
              value={filter}
              onValue={setFilter}
            />
          </>
        )}
      </ListHead>
      {looked
        .filter(({ newModelsOff }) => newModelsOff === true)
        .map((provider) => (
          <Note key={provider.id}>
            {t("providers.newOff", { name: providerName(t, provider) })}
          </Note>
        ))}
      {listed.length === 0 ? (
        <Note>{total === 0 ? t("settings.models.none") : t("settings.models.noneFits")}</Note>
      ) : (
        <ModelRows listed={listed} defaultModel={defaultModel} {...acts} />
      )}
    </>
  );
}

function isShown(t: T, { provider, model }: Listed, filter: string): boolean {
  const text = `${model.name} ${model.ref.modelId} ${providerName(t, provider)}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** px, as `--row-table`. */
const ROW = 28;
const MOST_IN_VIEW = 14;

/** Virtualised: a provider may list hundreds. */
function ModelRows({
  listed,
  defaultModel,
  onEnable,
  onDefault,
  onFacts,
}: { listed: readonly Listed[]; defaultModel: ModelRef | null } & Pick<
  ModelActs,
  "onEnable" | "onDefault" | "onFacts"
>) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const height = Math.min(listed.length, MOST_IN_VIEW) * ROW;
  // Safe: its result is not passed to memoised components.
  const virtual = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => keyOf(listed[index]),
    overscan: 6,
    // The header is above the first row, inside the scroller.
    scrollMargin: ROW,
    initialRect: { width: 0, height },
  });
  const heads = [
    t("common.model"),
    t("common.provider"),
    t("common.context"),
    t("settings.models.can"),
    t("settings.models.first"),
  ];
  return (
    <div
      role="table"
      aria-label={t("common.models")}
      aria-rowcount={listed.length + 1}
      ref={scroller}
      className={s.table}
      style={{ height: height + ROW }}
    >
      <div role="rowgroup" className={s.headGroup}>
        <div role="row" aria-rowindex={1} className={`${s.row} ${s.head}`}>
          {heads.map((word) => (
            <span key={word} role="columnheader">
              {word}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={s.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const entry = listed[item.index];
          if (entry === undefined) return null;
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              className={`${s.row} ${s.floating}`}
              style={{ transform: `translateY(${item.start - ROW}px)` }}
            >
              <Cells
                {...entry}
                isFirst={sameModel(entry.model.ref, defaultModel)}
                onEnable={onEnable}
                onDefault={onDefault}
                onFacts={onFacts}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const keyOf = (entry: Listed | undefined): string =>
  entry === undefined ? "" : `${entry.model.ref.providerId} ${entry.model.ref.modelId}`;

function Cells({
  provider,
  model,
  isFirst,
  onEnable,
  onDefault,
  onFacts,
}: Listed & { isFirst: boolean } & Pick<ModelActs, "onEnable" | "onDefault" | "onFacts">) {
  const t = useT();
  const id = model.ref.modelId;
  const why = contextWhy(t, model);
  return (
    <>
      <span role="cell" className={s.name} title={id === model.name ? id : `${model.name}\n${id}`}>
        <Checkbox checked={model.enabled} onChange={(on) => onEnable(model.ref, on)}>
          <bdi className="cut">
            <Visible text={model.name} />
          </bdi>
        </Checkbox>
      </span>
      <span role="cell" className="cut" title={providerName(t, provider)}>
        {providerName(t, provider)}
      </span>
      <span role="cell" title={why}>
        {isCramped(model) && model.serving?.cutsSilently === true && (
          <span className={s.cuts}>
            <Icon of={WarnIcon} />
            <span className="sr">{why}</span>
          </span>
        )}
        {contextWords(t, model)}
      </span>
      <span role="cell">
        <Abilities model={model} onFacts={() => onFacts(model.ref)} />
      </span>
      <span role="cell">
        {isFirst ? (
          <Badge>{t("common.default")}</Badge>
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
      </span>
    </>
  );
}

/** Shows only abilities known to be present; unknown and absent both stay empty. */
function Abilities({ model, onFacts }: { model: ModelView; onFacts: () => void }) {
  const t = useT();
  const { images, audio, tools } = model.abilities;
  const { loaded, parameters, quantization } = model.serving ?? {};
  const known = [
    { has: images, icon: ImageIcon, word: t("common.images") },
    { has: audio, icon: AudioIcon, word: t("common.audio") },
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
      {[parameters, quantization].map(
        (word) => word !== undefined && <Visible key={word} text={word} />,
      )}
      {loaded === true && <span className="ink3">{t("providers.inMemory")}</span>}
      <LinkButton aria-label={`${t("ranking.form.open")} ${model.name}`} onClick={onFacts}>
        {t("ranking.form.open")}
      </LinkButton>
    </span>
  );
}

/** Like `40 k` or `1 M`; empty when unknown. */
function tokens(t: T, count: number | undefined): string {
  if (count === undefined) return "";
  if (count >= 1_000_000) return t("common.valueM", { value: decimal(count / 1_000_000, 0) });
  return count >= 1000
    ? t("common.valueK", { value: decimal(Math.floor(count / 1000)) })
    : decimal(count);
}

/** The available context, and the model's maximum if larger. */
function contextWords(t: T, { abilities, serving }: ModelView): string {
  const used = tokens(t, abilities.contextTokens);
  if (!isCramped({ serving })) return used;
  return t("providers.of", { used, max: tokens(t, serving?.maxContextTokens) });
}

/** An explanation for the tooltip. */
function contextWhy(t: T, { serving }: ModelView): string | undefined {
  const { contextTokens: used, contextFrom, maxContextTokens: max } = serving ?? {};
  if (used === undefined || max === undefined || contextFrom === undefined) return undefined;
  const words = t(`providers.served.${contextFrom}`, { used, max });
  return serving?.cutsSilently === true ? `${words} ${t("providers.served.cuts")}` : words;
}

/** Whether the provider gives the model less context than it supports. */
export function isCramped({ serving }: { serving?: ModelView["serving"] | undefined }): boolean {
  const { contextTokens: used, maxContextTokens: max } = serving ?? {};
  return used !== undefined && max !== undefined && used < max;
}
