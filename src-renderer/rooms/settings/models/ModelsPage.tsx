// The models page, connected to main: providers, models, files, downloads.
import { useEffect, useState } from "react";
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef, ProviderView } from "#shared/models/model.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useModelsWatched } from "#data/modelsWatched.ts";
import { useT } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { AgainIcon, PlusIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { SettingsPage } from "../SettingsPage.tsx";
import { FactsForm } from "./FactsForm.tsx";
import { LocalModels } from "./LocalModels.tsx";
import { isCramped, ModelTable } from "./ModelTable.tsx";
import { ProviderForm } from "./ProviderForm.tsx";
import { ProviderTable } from "./ProviderTable.tsx";
import { hostOf, providerName } from "./providerWords.ts";
import { Spending } from "./Spending.tsx";

/** Addresses that the user does not want to be offered again until the next start. */
const ignored = new Set<string>();

export function ModelsPage() {
  const t = useT();
  const { providers, found, removed, defaultModel } = useMirror((state) => state.models);
  const [form, setForm] = useState<ProviderView | "new" | null>(null);
  const [facts, setFacts] = useState<ModelRef | null>(null);
  const { failure, tell } = useAction();
  const [, setIgnored] = useState(0);
  useEffect(() => void send("models.refresh"), []);
  useModelsWatched();
  useEffect(() => () => void send("models.forgetRemoved"), []);
  const factsOf = providers
    .flatMap(({ models }) => models)
    .find(({ ref }) => sameModel(ref, facts));
  return (
    <SettingsPage
      title={t("settings.page.models")}
      lead={t("settings.models.intro")}
      actions={
        <>
          <span className="grow" />
          <Button size="m" icon={AgainIcon} onClick={() => void send("models.refresh").then(tell)}>
            {t("settings.models.lookAgain")}
          </Button>
          <Button size="m" level="primary" icon={PlusIcon} onClick={() => setForm("new")}>
            {t("settings.provider.open")}
          </Button>
        </>
      }
      failure={failure}
    >
      {/* The provider removed last, while it can be restored. */}
      {removed !== undefined && (
        <Bar
          tone="info"
          title={t("providers.removed", { name: removed.name })}
          actions={
            <LinkButton onClick={() => void send("models.restoreProvider", removed.id).then(tell)}>
              {t("common.undo")}
            </LinkButton>
          }
        >
          {t("providers.removedKey")}
        </Bar>
      )}
      {/* Local model servers found on this machine that are not added yet. */}
      {found
        .filter(({ baseUrl }) => !ignored.has(baseUrl))
        .map(({ name, baseUrl, models }) => (
          <Bar
            key={baseUrl}
            tone="info"
            title={name}
            quiet
            actions={
              <>
                <LinkButton
                  onClick={() =>
                    void send("models.addProvider", { name, baseUrl, key: null }).then(tell)
                  }
                >
                  {t("common.add")}
                </LinkButton>
                <LinkButton
                  onClick={() => {
                    ignored.add(baseUrl);
                    setIgnored(ignored.size);
                  }}
                >
                  {t("settings.found.ignore")}
                </LinkButton>
              </>
            }
          >
            {t("settings.found.answers", { address: hostOf(baseUrl), count: models })}
          </Bar>
        ))}
      <ProviderTable providers={providers} onChange={setForm} />
      {providers.map((provider) => {
        // Nothing else reveals that a provider silently truncates long requests.
        const count = provider.models.filter(
          (model) => model.serving?.cutsSilently === true && isCramped(model),
        ).length;
        return count === 0 ? null : (
          <Bar
            key={provider.id}
            tone="warn"
            quiet
            title={t("providers.cutting", { count, name: providerName(t, provider) })}
          >
            {t("providers.cuttingNext", { count })}
          </Bar>
        );
      })}
      <ModelTable
        providers={providers}
        defaultModel={defaultModel}
        onEnable={(ref, on) => void send("models.enable", ref, on).then(tell)}
        onEnableMany={(id, which, on) => void send("models.enableMany", id, which, on).then(tell)}
        onDefault={(ref) => void send("models.setDefault", ref).then(tell)}
        onFacts={setFacts}
      />
      <LocalModels tell={tell} />
      <Spending providers={providers} />
      {factsOf !== undefined && (
        <FactsForm
          key={refKey(factsOf.ref)}
          model={factsOf}
          onSave={(said, waits) => send("models.override", factsOf.ref, said, waits)}
          onClose={() => setFacts(null)}
        />
      )}
      {form !== null && (
        <ProviderForm
          key={form === "new" ? "new" : form.id}
          provider={form === "new" ? null : form}
          onRemove={(id) => void send("models.removeProvider", id).then(tell)}
          onClose={() => setForm(null)}
        />
      )}
    </SettingsPage>
  );
}
