// The key of a provider: typed, kept, or read from a variable at each start. One that is kept is never shown again.
import { isEncrypted } from "../../../src-shared/servers/encryption.ts";
import type { SecretStorage } from "../../../src-shared/models/model.ts";
import { useT } from "../../i18n/index.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { CopyButton } from "../../ui/controls/CopyButton.tsx";
import { Field, Input } from "../../ui/controls/Field.tsx";
import { Quote } from "../../ui/text/Quote.tsx";
import { keysPageOf, needsKey, type KeyDraft, type ProviderChoice } from "./providerDraft.ts";
import s from "../Settings.module.css";

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
  /** The end of the stored key; undefined when there is none. */
  had: string | undefined;
  /** Another address than the key was entered for: the key does not go with it. */
  moved: boolean;
  /** It cannot do without one, and that is to be said now. */
  missing: boolean;
  address: string;
  /** Those that are set and may hold a key of this kind. */
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
        label={t("settings.provider.key")}
        aside={needsKey(choice) ? undefined : t("common.optional")}
        fault={fault}
        hint={<Hint {...{ draft, moved, secretStorage }} />}
      >
        {(wiring) =>
          draft.kind === "variable" ? (
            <Input
              {...wiring}
              wire
              readOnly
              value={t("providers.fromVariable", { variable: draft.name })}
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
      <Ways {...{ draft, had, variables, onDraft }} before={before} />
      <KeysPage page={keysPageOf(choice)} />
      {isEncrypted(address) === false && <p className={s.caution}>{t("providers.notEncrypted")}</p>}
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

/** Other ways than typing: take it from a variable, remove it, keep it after all. */
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

/** Where one gets a key. Countersign opens no page by itself. */
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
