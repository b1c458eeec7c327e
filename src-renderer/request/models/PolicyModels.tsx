// Which models the requests of a server or program may go to, and which is preferred. Patterns like `provider/model` with `*`, as
// in config files, matched against the current models.
import { useId, useMemo, useState } from "react";
import { names } from "#shared/servers/policy/modelPolicy.ts";
import type { ModelPolicy, NamedModel } from "#shared/servers/policy/modelPolicy.ts";
import { useMirror } from "#data/mirror.ts";
import { useT } from "#words/index.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import { CloseIcon, PlusIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Fact } from "#kit/layout/Section.tsx";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import s from "./PolicyModels.module.css";

/** A longer list of suggestions is no help. */
const SUGGESTED_MAX = 300;

export function PolicyModels({
  models,
  of = "server",
  onModels,
}: {
  models: ModelPolicy;
  of?: "server" | "program";
  onModels: (models: ModelPolicy) => void;
}) {
  const t = useT();
  const listId = useId();
  const [only, setOnly] = useState(models.allowed.length > 0);
  const known = useKnown();
  const set = (part: Partial<ModelPolicy>): void => onModels({ ...models, ...part });
  return (
    <Fact label={t("policy.models.label")}>
      <datalist id={listId}>
        {known.slice(0, SUGGESTED_MAX).map(({ providerName, modelId }) => (
          <option key={`${providerName}/${modelId}`}>{`${providerName}/${modelId}`}</option>
        ))}
      </datalist>
      <Stack gap={8}>
        <RadioGroup
          label={t("policy.models.label")}
          value={only ? "only" : "any"}
          onChange={(value) => {
            setOnly(value === "only");
            if (value === "any") set({ allowed: [] });
          }}
          options={(["any", "only"] as const).map((value) => ({
            value,
            label: t(`policy.models.${value}`),
            hint: t(`policy.models.${value}Hint`),
          }))}
        />
        {only && (
          <Allowed
            allowed={models.allowed}
            known={known}
            listId={listId}
            onAllowed={(allowed) => set({ allowed })}
          />
        )}
        <Field label={t(`policy.models.first.${of}`)} hint={t(`policy.models.firstHint.${of}`)}>
          {(wiring) => (
            <Input
              {...wiring}
              wire
              list={listId}
              value={models.first ?? ""}
              onValue={(text) =>
                set(text === "" ? { first: null, always: false } : { first: text.slice(0, 500) })
              }
            />
          )}
        </Field>
        {models.first !== null && <Matches wanted={models.first} known={known} />}
        <Checkbox
          checked={models.always}
          disabled={models.first === null}
          hint={t(`policy.models.alwaysHint.${of}`)}
          onChange={(always) => set({ always })}
        >
          {t("policy.models.always")}
        </Checkbox>
        {of === "program" && (
          <Checkbox
            checked={models.substitutes}
            hint={t("policy.models.substitutesHint")}
            onChange={(substitutes) => set({ substitutes })}
          >
            {t("policy.models.substitutes")}
          </Checkbox>
        )}
      </Stack>
    </Fact>
  );
}

function Allowed({
  allowed,
  known,
  listId,
  onAllowed,
}: {
  allowed: readonly string[];
  known: readonly NamedModel[];
  listId: string;
  onAllowed: (allowed: string[]) => void;
}) {
  const t = useT();
  const [text, setText] = useState("");
  const wanted = text.trim().slice(0, 500);
  const add = (): void => {
    if (wanted === "") return;
    if (!allowed.includes(wanted)) onAllowed([...allowed, wanted]);
    setText("");
  };
  return (
    <div className={s.allowed}>
      {allowed.length === 0 && <p className="xs warn">{t("policy.models.empty")}</p>}
      <Stack as="ul" gap={2}>
        {allowed.map((entry) => (
          <Row as="li" gap={4} key={entry}>
            <Quote cut>{entry}</Quote>
            <Matches wanted={entry} known={known} />
            <IconButton
              icon={CloseIcon}
              label={t("policy.models.remove", { name: entry })}
              onClick={() => onAllowed(allowed.filter((other) => other !== entry))}
            />
          </Row>
        ))}
      </Stack>
      <p className={s.addModel}>
        <Input
          wire
          list={listId}
          aria-label={t("common.allow")}
          placeholder={t("policy.models.placeholder")}
          value={text}
          onValue={setText}
          onKeyDown={(event) => {
            // Otherwise Enter would save the form.
            if (event.key !== "Enter" || event.nativeEvent.isComposing || wanted === "") return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="s" level="plain" icon={PlusIcon} onClick={add} disabled={wanted === ""}>
          {t("common.allow")}
        </Button>
      </p>
    </div>
  );
}

/** The number of current models that match. */
function Matches({ wanted, known }: { wanted: string; known: readonly NamedModel[] }) {
  const t = useT();
  const count = known.filter((model) => names(wanted, model)).length;
  return (
    <span className={count === 0 ? "xs warn" : "xs ink3"}>
      {t("policy.models.matches", { count })}
    </span>
  );
}

function useKnown(): NamedModel[] {
  const models = useMirror((state) => state.models);
  return useMemo(
    () =>
      models.providers.flatMap((provider) =>
        provider.models.map(({ ref }) => ({
          providerId: provider.id,
          providerName: provider.name,
          modelId: ref.modelId,
        })),
      ),
    [models],
  );
}
