// A provider's API key: typed, kept, or read from an environment variable at each start. A stored key is never shown.
import { isEncrypted } from "#shared/servers/encryption.ts";
import type { SecretStorage } from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { keysPageOf, needsKey, type KeyDraft, type ProviderChoice } from "./providerDraft.ts";
import { Text } from "#kit/text/Text.tsx";
import s from "./Providers.module.css";

export function KeyField({
  choice,
  draft,
  had,
  moved,
  missing,
  address,
  variables,
  secretStorage,
  onDraft,
}: {
  choice: ProviderChoice;
  draft: KeyDraft;
  /** The end of the stored key; undefined if none is stored. */
  had: string | undefined;
  /** The address differs from the one that the key was entered for, so the key is not kept. */
  moved: boolean;
  /** A key is required, and the user tried to save without one. */
  missing: boolean;
  address: string;
  /** Set variables that may hold a key for this provider. */
  variables: readonly string[];
  secretStorage: SecretStorage;
  onDraft: (draft: KeyDraft) => void;
}) {
  const t = useT();
  const before: KeyDraft = had === undefined ? { kind: "none" } : { kind: "kept" };
  const fault = missing
    ? draft.kind === "kept" && moved
      ? t("settings.provider.keyMoved")
      : t("providers.keyMissing")
    : undefined;
  return (
    <>
      <Field
        label={t("common.key")}
        aside={needsKey(choice) ? undefined : t("common.optional")}
        fault={fault}
        hint={<Hint draft={draft} moved={moved} secretStorage={secretStorage} />}
      >
        {(wiring) =>
          draft.kind === "variable" ? (
            <Input
              {...wiring}
              wire
              readOnly
              value={t("providers.variable", { variable: draft.name })}
              onValue={() => undefined}
            />
          ) : (
            <Input
              {...wiring}
              wire
              type="password"
              placeholder={
                draft.kind === "kept" && had !== undefined
                  ? had === ""
                    ? t("settings.provider.keySet")
                    : t("settings.provider.keyEnds", { ends: had })
                  : t("settings.provider.noKey")
              }
              value={draft.kind === "typed" ? draft.key : ""}
              onValue={(next) => onDraft(next === "" ? before : { kind: "typed", key: next })}
            />
          )
        }
      </Field>
      <Ways draft={draft} had={had} variables={variables} onDraft={onDraft} before={before} />
      <KeysPage page={keysPageOf(choice)} />
      {isEncrypted(address) === false && <Text tone="warn">{t("providers.notEncrypted")}</Text>}
    </>
  );
}

function Hint({
  draft,
  moved,
  secretStorage,
}: {
  draft: KeyDraft;
  moved: boolean;
  secretStorage: SecretStorage;
}) {
  const t = useT();
  if (draft.kind === "variable") return t("providers.variableHint");
  if (draft.kind === "kept" && moved) return t("settings.provider.keyMoved");
  return t(`settings.provider.keyHint.${secretStorage}`);
}

/** Alternatives to typing: use a variable, remove the key, keep it. */
function Ways({
  draft,
  had,
  variables,
  before,
  onDraft,
}: {
  draft: KeyDraft;
  had: string | undefined;
  variables: readonly string[];
  before: KeyDraft;
  onDraft: (draft: KeyDraft) => void;
}) {
  const t = useT();
  const others = variables.filter((name) => draft.kind !== "variable" || draft.name !== name);
  const removable = draft.kind === "kept";
  const keepable = draft.kind === "none" && had !== undefined;
  const typable = draft.kind === "variable";
  if (others.length === 0 && !removable && !keepable && !typable) return null;
  return (
    <p className={s.ways}>
      {others.map((name) => (
        <LinkButton key={name} onClick={() => onDraft({ kind: "variable", name })}>
          {t("providers.useVariable", { variable: name })}
        </LinkButton>
      ))}
      {typable && (
        <LinkButton onClick={() => onDraft(before)}>{t("providers.enterKey")}</LinkButton>
      )}
      {removable && (
        <LinkButton onClick={() => onDraft({ kind: "none" })}>
          {t("settings.provider.keyRemove")}
        </LinkButton>
      )}
      {keepable && (
        <LinkButton onClick={() => onDraft(before)}>{t("settings.provider.keyKeep")}</LinkButton>
      )}
    </p>
  );
}

/** The page where the user can get a key; copied rather than opened. */
function KeysPage({ page }: { page: string }) {
  const t = useT();
  if (page === "") return null;
  return (
    <p className={s.keysPage}>
      <span>{t("providers.keysPage")}</span>
      <Quote cut>{page.replace(/^https:\/\//, "")}</Quote>
      <CopyButton what={t("providers.keysPage")} text={() => page} />
    </p>
  );
}
