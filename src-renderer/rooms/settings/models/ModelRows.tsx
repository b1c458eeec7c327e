// The models as a virtualised table: a provider may list hundreds.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import {
  sameModel,
  type ModelRef,
  type ModelView,
  type ProviderView,
} from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import { Badge } from "#kit/layout/Badge.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { AudioIcon, ImageIcon, ToolIcon, WarnIcon } from "#kit/controls/icons.ts";
import { Visible } from "#kit/text/Quote.tsx";
import { contextWhy, contextWords, isCramped } from "./modelWords.ts";
import { providerName } from "../providers/providerWords.ts";
import s from "./ModelRows.module.css";

/** A model with its provider. */
export interface Listed {
  provider: ProviderView;
  model: ModelView;
}

export interface ModelActs {
  onEnable: (ref: ModelRef, enabled: boolean) => void;
  /** `all` includes models that the provider lists later. */
  onEnableMany: (providerId: string, models: string[] | "all", enabled: boolean) => void;
  onDefault: (ref: ModelRef) => void;
  /** Opens the model's facts for editing. */
  onFacts: (ref: ModelRef) => void;
}

/** px, as `--row-table`. */
const ROW = 28;
const MOST_IN_VIEW = 14;

export function ModelRows({
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
  // oxlint-disable-next-line react/incompatible-library
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
      <Context model={model} />
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

function Context({ model }: { model: ModelView }) {
  const t = useT();
  const why = contextWhy(t, model);
  const cuts = isCramped(model) && model.serving?.cutsSilently === true;
  return (
    <span role="cell" title={why}>
      {cuts && (
        <span className={s.cuts}>
          <Icon of={WarnIcon} />
          <span className="sr">{why}</span>
        </span>
      )}
      {contextWords(t, model)}
    </span>
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
