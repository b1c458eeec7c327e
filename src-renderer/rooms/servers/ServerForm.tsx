// The form of a new or existing server: endpoint, environment or headers, protocol version.
import { useState } from "react";
import type { Failure } from "#shared/outcome.ts";
import type { SecretStorage } from "#shared/models/model.ts";
import type { ServerInput } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/layout/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Field, Input, TextArea } from "#kit/controls/Field.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { NamedRows } from "./NamedRows.tsx";
import { Fact } from "./panel/Fact.tsx";
import { ProtocolSelect } from "./panel/PanelFacts.tsx";
import { emptyDraft, readDraft, splitCommandLine } from "./serverDraft.ts";
import type { DraftFault, ServerDraft } from "./serverDraft.ts";
import s from "./Servers.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** Saves the input; resolves to the failure, or to null, and then the owner closes the form. */
export type Save = (input: ServerInput) => Promise<Failure | null>;

export function ServerForm({
  start,
  secretStorage,
  onSave,
  onClose,
}: {
  /** Null for a new server. */
  start: ServerDraft | null;
  secretStorage: SecretStorage;
  onSave: Save;
  onClose: () => void;
}) {
  const t = useT();
  const [draft, setDraft] = useState(start ?? emptyDraft);
  const [faults, setFaults] = useState<readonly DraftFault[]>([]);
  const { failure, fail } = useAction();
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<ServerDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults([]);
  };
  const save = async (): Promise<void> => {
    if (busy) return;
    const read = readDraft(draft);
    if (!read.ok) {
      setFaults(read.faults);
      return;
    }
    setBusy(true);
    fail(await onSave(read.input));
    setBusy(false);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={start === null ? t("servers.form.new") : t("servers.form.edit", { name: start.name })}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={busy} onClick={() => void save()}>
            {start === null ? t("common.add") : t("common.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("common.save")} onSubmit={() => void save()}>
        <FailureBar failure={failure} />
        <Names draft={draft} faults={faults} change={change} />
        {draft.transport === "stdio" ? (
          <Command draft={draft} faults={faults} change={change} />
        ) : (
          <Address draft={draft} faults={faults} change={change} />
        )}
        <p className={s.hint}>{t(`servers.form.secrets.${secretStorage}`)}</p>
        <Fact label={t("common.protocolVersion")}>
          <ProtocolSelect era={draft.era} onEra={(era) => change({ era })} />
          <p className={s.hint}>{t("servers.form.eraHint")}</p>
        </Fact>
      </SubmitForm>
    </Dialog>
  );
}

interface Part {
  draft: ServerDraft;
  faults: readonly DraftFault[];
  change: (part: Partial<ServerDraft>) => void;
}

function Names({ draft, faults, change }: Part) {
  const t = useT();
  const field = useFirstFocus<HTMLInputElement>();
  return (
    <>
      <Field
        label={t("common.name")}
        hint={t("servers.form.nameHint")}
        fault={faultAt(t, faults, "name")}
      >
        {(wiring) => (
          <Input
            {...wiring}
            ref={field}
            value={draft.name}
            onValue={(name) => change({ name })}
            maxLength={100}
          />
        )}
      </Field>
      <Fact label={t("common.transport")}>
        <Segmented
          label={t("common.transport")}
          value={draft.transport}
          onChange={(transport) => change({ transport })}
          options={[
            { value: "stdio", label: t("servers.form.stdio") },
            { value: "http", label: t("servers.form.http") },
            { value: "sse", label: t("servers.form.sse") },
          ]}
        />
      </Fact>
    </>
  );
}

function Command({ draft, faults, change }: Part) {
  const t = useT();
  const words = splitCommandLine(draft.command);
  const splittable = draft.args === "" && words.length > 1;
  const split = (): void => {
    const [command = "", ...args] = words;
    change({ command, args: args.join("\n"), argsAsJson: false });
  };
  return (
    <>
      <Field
        label={t("common.command")}
        fault={faultAt(t, faults, "command")}
        hint={
          splittable ? (
            <>
              {t("servers.form.oneCommand")}{" "}
              <LinkButton onClick={split}>{t("servers.form.split")}</LinkButton>
            </>
          ) : (
            t("servers.form.commandHint")
          )
        }
      >
        {(wiring) => (
          <Input
            {...wiring}
            wire
            placeholder="npx"
            value={draft.command}
            onValue={(command) => change({ command })}
          />
        )}
      </Field>
      <Field
        label={t("common.arguments")}
        aside={t("common.optional")}
        hint={draft.argsAsJson ? t("servers.form.argsJson") : t("servers.form.argsHint")}
        fault={faultAt(t, faults, "args")}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            wire
            rows={3}
            placeholder={"-y\n@modelcontextprotocol/server-everything"}
            value={draft.args}
            onValue={(args) => change({ args })}
          />
        )}
      </Field>
      <Field
        label={t("servers.form.folder")}
        aside={t("common.optional")}
        hint={t("servers.form.folderHint")}
        fault={faultAt(t, faults, "folder")}
      >
        {(wiring) => (
          <Input {...wiring} wire value={draft.folder} onValue={(folder) => change({ folder })} />
        )}
      </Field>
      <NamedRows
        kind="environment"
        rows={draft.env}
        faults={faults}
        onRows={(env) => change({ env })}
      />
    </>
  );
}

function Address({ draft, faults, change }: Part) {
  const t = useT();
  return (
    <>
      <Field label={t("common.address")} fault={faultAt(t, faults, "url")}>
        {(wiring) => (
          <Input
            {...wiring}
            wire
            placeholder="https://example.com/mcp"
            value={draft.url}
            onValue={(url) => change({ url })}
          />
        )}
      </Field>
      <NamedRows
        kind="headers"
        rows={draft.headers}
        faults={faults}
        onRows={(headers) => change({ headers })}
      />
    </>
  );
}

function faultAt(
  t: T,
  faults: readonly DraftFault[],
  field: "name" | "command" | "args" | "url" | "folder",
): string | undefined {
  const fault = faults.find((entry) => entry.field === field);
  if (fault === undefined) return undefined;
  return fault.why === "missing"
    ? t(`servers.form.missing.${field === "args" ? "command" : field}`)
    : t(`servers.form.invalid.${field}`);
}
