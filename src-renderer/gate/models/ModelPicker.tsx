// The models for a request in ranked order, each with the reason for its rank, and the server's preferences.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useMemo, useState } from "react";
import type { HTMLAttributes, KeyboardEvent } from "react";
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import type { RankedModel } from "#shared/models/ranking/rank.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useMoney } from "#data/money.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { IconInput } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { FilterIcon } from "#kit/controls/icons.ts";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { VirtualList } from "#kit/layout/VirtualList.tsx";
import type { OpeningRow } from "../gate.ts";
import { ModelFacts } from "./ModelFacts.tsx";
import { MemoryLine } from "#request/models/MemoryLine.tsx";
import { isBarred } from "#request/models/ranking.ts";
import type { Ranked } from "#request/models/ranking.ts";
import { obstacleWords, whyWords } from "./rankWords.ts";
import s from "./ModelPicker.module.css";
import { Hint } from "#kit/text/Text.tsx";

const ROW_PX = 40;
const ROWS_SHOWN = 6;
/** Shorter lists have no filter. */
const FILTERED_FROM = 8;

export interface ModelChoiceProps {
  /** The accessible name of the list. */
  heading: string;
  ranked: Ranked;
  chosen: ModelRef | null;
  asked: RequestDocument["modelPreferences"];
  onChoose: (ref: ModelRef) => void;
  onAddModel: () => void;
}

/** Why no model is selected: there is none, or none can take the request. */
const noModelWords = (t: T, { models: [first], areOffered }: Ranked): string =>
  first === undefined
    ? t(areOffered ? "review.model.noneOffered" : "review.model.none")
    : obstacleWords(t, first);

/** The selected model as a row of the side panel; opened, the list. */
export function modelRow(t: T, props: ModelChoiceProps): OpeningRow {
  const { heading, ranked, chosen } = props;
  const model = ranked.of(chosen);
  const low = model !== undefined && model.obstacle !== null;
  return {
    id: "model",
    label: heading,
    keys: KEYS.model,
    value: (
      <span className="cut" title={model?.name}>
        {model === undefined ? noModelWords(t, ranked) : <Visible text={model.name} />}
      </span>
    ),
    tone: low ? "warn" : undefined,
    why: model && `${whyWords(t, model, ranked.needs)} · ${model.provider}`,
    brief: model?.name ?? noModelWords(t, ranked),
    body: <ModelChoice {...props} />,
  };
}

export function ModelChoice({
  heading,
  ranked,
  chosen,
  asked,
  onChoose,
  onAddModel,
}: ModelChoiceProps) {
  const t = useT();
  const model = ranked.of(chosen);
  const local = useMirror((state) => state.local);
  const own = local.models.find(
    ({ modelId }) => chosen?.providerId === "local" && chosen.modelId === modelId,
  );
  const ownId = own?.modelId;
  useEffect(() => {
    if (ownId !== undefined) void send("local.look", false);
  }, [ownId]);
  return (
    <>
      <Asked asked={asked} />
      {ranked.models.length === 0 ? (
        <Hint above>
          {noModelWords(t, ranked)}{" "}
          {!ranked.areOffered && (
            <LinkButton onClick={onAddModel}>{t("review.model.add")}</LinkButton>
          )}
        </Hint>
      ) : (
        <Picker label={heading} ranked={ranked} chosen={chosen} onChoose={onChoose} />
      )}
      {model !== undefined && model.obstacle !== null && (
        <p className={s.warned}>
          {obstacleWords(t, model)}. {t("ranking.anyway")}
        </p>
      )}
      {own !== undefined && (
        <MemoryLine model={own} settings={own.settings} view={local} onlyTrouble />
      )}
      {model !== undefined && <ModelFacts model={model} needs={ranked.needs} />}
    </>
  );
}

function Picker({
  label,
  ranked,
  chosen,
  onChoose,
}: {
  label: string;
  ranked: Ranked;
  chosen: ModelRef | null;
  onChoose: (ref: ModelRef) => void;
}) {
  const t = useT();
  const [filter, setFilter] = useState("");
  const { models } = ranked;
  const shown = useMemo(() => models.filter((model) => matches(model, filter)), [models, filter]);
  const at = shown.findIndex(({ ref }) => sameModel(ref, chosen));
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = stepOf(event.key, shown, at);
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(to.ref);
  };
  return (
    <div data-models="">
      {models.length >= FILTERED_FROM && (
        <div className={s.filter}>
          <IconInput
            small
            className="grow"
            icon={<Icon of={FilterIcon} />}
            aria-label={t("ranking.filter")}
            placeholder={t("ranking.filter")}
            value={filter}
            onValue={setFilter}
            onKeyDown={(event) => {
              const first = shown.find((model) => !isBarred(model));
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              if (event.ctrlKey || event.metaKey || first === undefined) return;
              event.preventDefault();
              onChoose(first.ref);
            }}
          />
          <span className={s.count}>
            {t("ranking.count", { shown: shown.length, count: models.length })}
          </span>
        </div>
      )}
      {shown.length === 0 ? (
        <Hint above>{t("ranking.noneFits")}</Hint>
      ) : (
        <div className={s.list} style={{ height: Math.min(shown.length, ROWS_SHOWN) * ROW_PX }}>
          <VirtualList
            label={label}
            idPrefix="model-"
            count={shown.length}
            heightOf={ROW_PX}
            keyOf={(index) => keyOf(shown[index])}
            activeIndex={at}
            onKeyDown={onKeyDown}
            rowProps={(index) => rowProps(shown[index], chosen, index, shown.length, onChoose)}
            renderRow={(index) => <Line model={shown[index]} needs={ranked.needs} />}
          />
        </div>
      )}
    </div>
  );
}

const keyOf = (model: RankedModel | undefined): string =>
  model === undefined ? "" : refKey(model.ref);

function matches({ name, provider }: RankedModel, filter: string): boolean {
  const text = `${name} ${provider}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The next model for a key, skipping those that can't be selected. */
function stepOf(key: string, models: readonly RankedModel[], at: number): RankedModel | null {
  const free = (from: number, by: 1 | -1): RankedModel | null => {
    for (let index = from; index >= 0 && index < models.length; index += by) {
      const model = models[index];
      if (model !== undefined && !isBarred(model)) return model;
    }
    return null;
  };
  switch (key) {
    case "ArrowDown":
      return free(at + 1, 1);
    case "ArrowUp":
      return at < 0 ? null : free(at - 1, -1);
    case "PageDown":
      return free(Math.min(at + ROWS_SHOWN, models.length - 1), 1) ?? free(models.length - 1, -1);
    case "PageUp":
      return free(Math.max(at - ROWS_SHOWN, 0), -1) ?? free(0, 1);
    case "Home":
      return free(0, 1);
    case "End":
      return free(models.length - 1, -1);
    default:
      return null;
  }
}

function rowProps(
  model: RankedModel | undefined,
  chosen: ModelRef | null,
  index: number,
  count: number,
  onChoose: (ref: ModelRef) => void,
): HTMLAttributes<HTMLDivElement> {
  if (model === undefined) return {};
  const selected = sameModel(model.ref, chosen);
  const barred = isBarred(model);
  return {
    role: "option",
    "aria-selected": selected,
    "aria-disabled": barred || undefined,
    "aria-posinset": index + 1,
    "aria-setsize": count,
    className: cx(
      s.option,
      selected && s.chosen,
      barred && s.barred,
      model.obstacle !== null && s.low,
    ),
    ...(barred ? {} : { onClick: () => onChoose(model.ref) }),
  };
}

function Line({ model, needs }: { model: RankedModel | undefined; needs: Ranked["needs"] }) {
  const t = useT();
  const money = useMoney();
  if (model === undefined) return null;
  const { costUsd, provider, onThisMachine } = model;
  return (
    <>
      <span className={s.radio} aria-hidden="true" />
      <span className={s.name}>
        <bdi className="cut" title={model.name}>
          <Visible text={model.name} />
        </bdi>
        <span className={s.price}>{costUsd === null ? "" : money(costUsd)}</span>
      </span>
      <span className={cx(s.why, "cut")}>
        {whyWords(t, model, needs)}
        {" · "}
        {onThisMachine ? t("review.model.here", { provider }) : provider}
      </span>
    </>
  );
}

/** The server's preferences, which are only advice. */
function Asked({ asked }: { asked: RequestDocument["modelPreferences"] }) {
  const t = useT();
  const hints = (asked?.hints ?? [])
    .map(({ name }, index) => ({ name, index }))
    .filter(({ name }) => typeof name === "string");
  const priorities = (["speed", "cost", "intelligence"] as const)
    .map((name) => ({ name, value: asked?.[`${name}Priority`] }))
    .filter((entry) => entry.value !== undefined);
  if (hints.length === 0 && priorities.length === 0) return null;
  return (
    <div className={s.asked}>
      {hints.length > 0 && (
        <p className={s.hints}>
          {t("review.model.askedFor")}
          {hints.map(({ name, index }) => (
            <span key={index} className={s.hint}>
              <span className="ink3">{index + 1}</span> <Quote cut>{name ?? ""}</Quote>
            </span>
          ))}
        </p>
      )}
      {priorities.length > 0 && (
        <p>
          {priorities.map(({ name, value }) => `${t(`review.model.${name}`)} ${value}`).join(" · ")}
        </p>
      )}
    </div>
  );
}
