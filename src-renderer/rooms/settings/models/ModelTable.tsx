// Which models may be used: filtered by words or provider, turned on one by one or in bulk, with one default.
import { useState } from "react";
import type { ModelRef, ProviderView } from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { IconInput } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { FilterIcon } from "#kit/controls/icons.ts";
import { Select } from "#kit/controls/Select.tsx";
import { ModelRows } from "./ModelRows.tsx";
import { providerName } from "../providers/providerWords.ts";
import { Note } from "#kit/text/Text.tsx";
import { Head } from "#kit/layout/Section.tsx";
import s from "./ModelRows.module.css";
import type { Listed, ModelActs } from "./ModelRows.tsx";

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
  const listed = all.filter((entry) => fits(t, entry, filter));
  const total = providers.reduce((sum, { models }) => sum + models.length, 0);
  return (
    <>
      <Head apart title={t("common.models")}>
        <span className="xs ink3 cut">
          {t("settings.models.usable", {
            usable: all.filter(({ model }) => model.enabled).length,
            count: all.length,
          })}
        </span>
        <span className="grow" />
        {total > 0 && (
          <>
            <Switches
              listed={listed}
              whole={filter.trim() === ""}
              providers={looked}
              onEnableMany={acts.onEnableMany}
            />
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
      </Head>
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

/**
 * Without a filter, the buttons apply to all models of the providers, including later ones; with a filter, to those
 * listed.
 */
function Switches({
  listed,
  whole,
  providers,
  onEnableMany,
}: {
  listed: readonly Listed[];
  whole: boolean;
  providers: readonly ProviderView[];
  onEnableMany: ModelActs["onEnableMany"];
}) {
  const t = useT();
  const change = (enabled: boolean): void => {
    for (const provider of providers) {
      const own = listed.filter((entry) => entry.provider === provider);
      if (own.length === 0) continue;
      const names = own.map(({ model }) => model.ref.modelId);
      onEnableMany(provider.id, whole ? "all" : names, enabled);
    }
  };
  const on = listed.filter(({ model }) => model.enabled).length;
  return (
    <>
      <Button size="s" level="plain" disabled={on === listed.length} onClick={() => change(true)}>
        {whole ? t("providers.allOn") : t("providers.shownOn")}
      </Button>
      <Button size="s" level="plain" disabled={on === 0} onClick={() => change(false)}>
        {whole ? t("providers.allOff") : t("providers.shownOff")}
      </Button>
    </>
  );
}

function fits(t: T, { provider, model }: Listed, filter: string): boolean {
  const text = `${model.name} ${model.ref.modelId} ${providerName(t, provider)}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
