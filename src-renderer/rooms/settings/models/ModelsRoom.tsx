// The models page, connected to main: providers, models, files, downloads.
import { useEffect, useState } from "react";
import type { ModelAbilities } from "#shared/models/ranking/abilities.ts";
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef, ModelsView, ProviderView } from "#shared/models/model.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import type { ProviderInput } from "#shared/models/providers/providerInput.ts";
import type { ModelWaits } from "#shared/models/waits.ts";
import type { Failure } from "#shared/outcome.ts";
import { send } from "#data/commands.ts";
import { useModelsWatched } from "#data/modelsWatched.ts";
import { useMirror } from "#data/mirror.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { AgainIcon, PlusIcon } from "#kit/controls/icons.ts";
import { TitleBar } from "#kit/layout/Section.tsx";
import { CuttingBar } from "../record/CuttingBar.tsx";
import { FactsForm } from "./FactsForm.tsx";
import { FoundProviders } from "../providers/FoundProviders.tsx";
import { LocalRoom } from "../local/LocalRoom.tsx";
import { ModelTable } from "./ModelTable.tsx";
import { ProviderForm } from "../providers/ProviderForm.tsx";
import { ProviderTable } from "../providers/ProviderTable.tsx";
import { Spending } from "../limits/Spending.tsx";
import { Page, PageBody } from "#kit/layout/Room.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

/** Addresses that the user does not want to be offered again until the next start. */
const ignored = new Set<string>();

export function ModelsRoom() {
  const t = useT();
  const models = useMirror((state) => state.models);
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  const [form, setForm] = useState<ProviderView | "new" | null>(null);
  const [facts, setFacts] = useState<ModelRef | null>(null);
  const { failure, tell } = useAction();
  const [, setIgnored] = useState(0);
  useEffect(() => void send("models.refresh"), []);
  useModelsWatched();
  useEffect(() => () => void send("models.forgetRemoved"), []);
  return (
    <Page label={t("settings.page.models")}>
      <TitleBar title={t("settings.page.models")}>
        <span className="xs ink3 cut">{t("settings.models.intro")}</span>
        <span className="grow" />
        <Button size="m" icon={AgainIcon} onClick={() => void send("models.refresh").then(tell)}>
          {t("settings.models.lookAgain")}
        </Button>
        <Button size="m" level="primary" icon={PlusIcon} onClick={() => setForm("new")}>
          {t("settings.provider.open")}
        </Button>
      </TitleBar>
      <FailureBar failure={failure} />
      <PageBody>
        {models.removed !== undefined && (
          <Removed
            removed={models.removed}
            onUndo={(id) => void send("models.restoreProvider", id).then(tell)}
          />
        )}
        <FoundProviders
          found={models.found.filter(({ baseUrl }) => !ignored.has(baseUrl))}
          onAdd={({ name, baseUrl }) =>
            void send("models.addProvider", { name, baseUrl, key: null }).then(tell)
          }
          onIgnore={({ baseUrl }) => {
            ignored.add(baseUrl);
            setIgnored(ignored.size);
          }}
        />
        <ProviderTable providers={models.providers} onChange={setForm} />
        {models.providers.map((provider) => (
          <CuttingBar key={provider.id} provider={provider} />
        ))}
        <ModelTable
          providers={models.providers}
          defaultModel={models.defaultModel}
          onEnable={(ref, on) => void send("models.enable", ref, on).then(tell)}
          onEnableMany={(id, which, on) => void send("models.enableMany", id, which, on).then(tell)}
          onDefault={(ref) => void send("models.setDefault", ref).then(tell)}
          onFacts={setFacts}
        />
        <LocalRoom tell={tell} />
        <Spending providers={models.providers} />
      </PageBody>
      {facts !== null && (
        <ModelFactsForm model={facts} models={models} onClose={() => setFacts(null)} />
      )}
      {form !== null && (
        <ProviderForm
          key={form === "new" ? "new" : form.id}
          provider={form === "new" ? null : form}
          secretStorage={secretStorage}
          acts={{
            variables: setVariables,
            onTry: (input) => send("models.tryProvider", input, form === "new" ? null : form.id),
            onSave: (input) => saveProvider(form === "new" ? null : form.id, input),
            onRemove: (id) => void send("models.removeProvider", id).then(tell),
          }}
          onClose={() => setForm(null)}
        />
      )}
    </Page>
  );
}

function ModelFactsForm({
  model,
  models,
  onClose,
}: {
  model: ModelRef;
  models: ModelsView;
  onClose: () => void;
}) {
  const view = models.providers
    .flatMap((provider) => provider.models)
    .find(({ ref }) => sameModel(ref, model));
  if (view === undefined) return null;
  const save = async (said: ModelAbilities | null, waits: ModelWaits): Promise<Failure | null> => {
    const result = await send("models.override", model, said, waits);
    return result.ok ? null : result.failure;
  };
  return <FactsForm key={refKey(model)} model={view} onSave={save} onClose={onClose} />;
}

/** The provider removed last, while it can be restored. */
function Removed({
  removed,
  onUndo,
}: {
  removed: { id: string; name: string };
  onUndo: (id: string) => void;
}) {
  const t = useT();
  return (
    <Bar
      tone="info"
      title={t("providers.removed", { name: removed.name })}
      actions={<LinkButton onClick={() => onUndo(removed.id)}>{t("common.undo")}</LinkButton>}
    >
      {t("providers.removedKey")}
    </Bar>
  );
}

async function setVariables(): Promise<string[]> {
  const result = await send("models.variables");
  return result.ok ? result.value : [];
}

async function saveProvider(id: string | null, input: ProviderInput): Promise<Failure | null> {
  const result =
    id === null
      ? await send("models.addProvider", input)
      : await send("models.updateProvider", id, input);
  return result.ok ? null : result.failure;
}
