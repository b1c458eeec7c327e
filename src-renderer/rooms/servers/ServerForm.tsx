// The form of a new or existing server: endpoint, environment or headers, protocol version.
import { useState } from "react";
import type { SecretStorage } from "#shared/models/model.ts";
import type { Failure } from "#shared/outcome.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { useT } from "#words/index.ts";
import { Button, IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Input } from "#kit/controls/Field.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { CloseIcon, PlusIcon } from "#kit/controls/icons.ts";
import { useFormValues } from "#kit/form/form.tsx";
import type { Form } from "#kit/form/form.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Fault, Hint, Label } from "#kit/text/Text.tsx";
import { Fact } from "#kit/layout/Section.tsx";
import { ProtocolSelect } from "./panel/PanelFacts.tsx";
import { emptyDraft, newRow, serverForm, splitCommandLine } from "./serverDraft.ts";
import type { ServerDraft, ServerFormSchema } from "./serverDraft.ts";
import s from "./Servers.module.css";

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
  const { failure, fail } = useAction();
  // The server may change in main meanwhile.
  const [initial] = useState(() => start ?? emptyDraft());
  const firstField = useFirstFocus<HTMLInputElement>();
  const {
    form,
    typed: draft,
    isSending,
    send,
  } = useFormValues(serverForm(t), initial, async (input) => void fail(await onSave(input)));
  const words = splitCommandLine(draft.command);
  const split = (): void => {
    const [command = "", ...args] = words;
    form.setFieldValue("argsAsJson", false);
    form.setFieldValue("args", args.join("\n"));
    form.setFieldValue("command", command);
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
          <Button level="primary" disabled={isSending} onClick={send}>
            {start === null ? t("common.add") : t("common.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("common.save")} onSubmit={send}>
        <FailureBar failure={failure} />
        <form.AppField name="name">
          {({ TextField }) => (
            <TextField
              label={t("common.name")}
              hint={t("servers.form.nameHint")}
              ref={firstField}
              maxLength={100}
            />
          )}
        </form.AppField>
        <Fact label={t("common.transport")}>
          <form.AppField name="transport">
            {({ state, handleChange }) => (
              <Segmented
                label={t("common.transport")}
                value={state.value}
                onChange={handleChange}
                options={(["stdio", "http", "sse"] as const).map((value) => ({
                  value,
                  label: t(`servers.form.${value}`),
                }))}
              />
            )}
          </form.AppField>
        </Fact>
        {draft.transport === "stdio" ? (
          <>
            <form.AppField name="command">
              {({ TextField }) => (
                <TextField
                  label={t("common.command")}
                  hint={
                    draft.args === "" && words.length > 1 ? (
                      <>
                        {t("servers.form.oneCommand")}{" "}
                        <LinkButton onClick={split}>{t("servers.form.split")}</LinkButton>
                      </>
                    ) : (
                      t("servers.form.commandHint")
                    )
                  }
                  wire
                  placeholder="npx"
                />
              )}
            </form.AppField>
            <form.AppField name="args">
              {({ TextAreaField }) => (
                <TextAreaField
                  label={t("common.arguments")}
                  aside={t("common.optional")}
                  hint={draft.argsAsJson ? t("servers.form.argsJson") : t("servers.form.argsHint")}
                  wire
                  rows={3}
                  placeholder={"-y\n@modelcontextprotocol/server-everything"}
                />
              )}
            </form.AppField>
            <form.AppField name="folder">
              {({ TextField }) => (
                <TextField
                  label={t("servers.form.folder")}
                  aside={t("common.optional")}
                  hint={t("servers.form.folderHint")}
                  wire
                />
              )}
            </form.AppField>
            <NamedRows form={form} list="env" />
          </>
        ) : (
          <>
            <form.AppField name="url">
              {({ TextField }) => (
                <TextField label={t("common.address")} wire placeholder="https://example.com/mcp" />
              )}
            </form.AppField>
            <NamedRows form={form} list="headers" />
          </>
        )}
        <Hint below>{t(`servers.form.secrets.${secretStorage}`)}</Hint>
        <Fact label={t("common.protocolVersion")}>
          <form.AppField name="era">
            {({ state, handleChange }) => (
              <ProtocolSelect value={state.value} onChange={handleChange} />
            )}
          </form.AppField>
          <Hint below>{t("servers.form.eraHint")}</Hint>
        </Fact>
      </SubmitForm>
    </Dialog>
  );
}

/** Rows for environment variables or headers: name, value, whether it is secret. */
function NamedRows({ form, list }: { form: Form<ServerFormSchema>; list: "env" | "headers" }) {
  const t = useT();
  const kind = list === "env" ? "environment" : "headers";
  const label = t(`servers.fact.${kind}`);
  return (
    <fieldset className={s.named}>
      <Label as="legend" gap={2}>
        {label} <span className="ink3">{t("common.optional")}</span>
      </Label>
      <form.AppField name={list}>
        {({ state: { value: rows }, handleChange: onRows }) => (
          <>
            {rows.map(({ id }, index) => (
              <form.AppField key={id} name={`${list}[${index}]`}>
                {({ state: { value: row, meta }, handleChange: onRow }) => (
                  <div>
                    <div className={s.namedRow}>
                      <Input
                        wire
                        aria-label={t("servers.form.rowName", { list: label, number: index + 1 })}
                        placeholder={list === "env" ? "API_KEY" : "Authorization"}
                        value={row.name}
                        onValue={(name) => onRow({ ...row, name })}
                      />
                      <Input
                        wire
                        type={row.secret ? "password" : "text"}
                        aria-label={t("servers.form.rowValue", { list: label, number: index + 1 })}
                        placeholder={row.kept ? t("servers.form.kept") : t("servers.form.value")}
                        value={row.value}
                        onValue={(value) => onRow({ ...row, value, kept: false })}
                      />
                      <Checkbox
                        checked={row.secret}
                        // A stored secret is never shown: to make it public, it must be entered again.
                        onChange={(secret) => onRow({ ...row, secret, kept: false })}
                      >
                        {t("servers.form.secret")}
                      </Checkbox>
                      <IconButton
                        icon={CloseIcon}
                        label={t("servers.form.removeRow", { number: index + 1 })}
                        onClick={() => onRows(rows.filter((other) => other.id !== id))}
                      />
                    </div>
                    {meta.errors.map((fault) => (
                      <Fault key={fault?.message}>{fault?.message}</Fault>
                    ))}
                  </div>
                )}
              </form.AppField>
            ))}
            <div>
              <Button
                size="s"
                level="plain"
                icon={PlusIcon}
                onClick={() => onRows([...rows, newRow()])}
              >
                {t(`servers.form.add.${kind}`)}
              </Button>
            </div>
          </>
        )}
      </form.AppField>
    </fieldset>
  );
}
