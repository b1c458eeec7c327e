// Chooses a resource or prompt of a connected server to read for a request. It is read only on the user's click, and
// then listed, not added.
import { useId, useState } from "react";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { ServerView } from "../../../src-shared/servers/server.ts";
import { expand, variablesOf } from "../../../src-shared/servers/config/template.ts";
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { includedContextOf, updateIncludedContext } from "../../state/requests/context.ts";
import { useMirror } from "../../state/mirror.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/layout/Dialog.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { Field, IconInput, Input } from "../../ui/controls/Field.tsx";
import { Icon } from "../../ui/controls/Icon.tsx";
import { SearchIcon } from "../../ui/controls/icons.ts";
import { Quote } from "../../ui/text/Quote.tsx";
import { Select } from "../../ui/controls/Select.tsx";
import s from "./Context.module.css";

interface Readable {
  kind: "resource" | "template" | "prompt";
  /** URI, URI template or prompt name. */
  name: string;
  label: string;
  inputs: { name: string; required: boolean; description?: string | undefined }[];
}

export function ContextPicker({
  sampleId,
  serverId,
  others,
  onClose,
}: {
  sampleId: string;
  /** The server that sent the request; selected first. */
  serverId: string;
  /** Other connected servers can be chosen as well. */
  others: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const servers = useMirror((state) => state.servers);
  const connected = Object.values(servers)
    .filter(isConnected)
    .filter(({ id }) => others || id === serverId);
  const [at, setAt] = useState(serverId);
  const [chosen, setChosen] = useState<Readable | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const server = servers[at];
  const complete = chosen?.inputs.every(({ name, required }) => !required || values[name]) === true;
  const choose = (next: Readable | null): void => {
    setChosen(next);
    setValues({});
    setFailure(null);
  };
  const read = async (): Promise<void> => {
    if (chosen === null || !complete) return;
    const started = await startReading(at, chosen, values);
    if (!started.ok) return setFailure(started.failure);
    updateIncludedContext(sampleId, {
      reads: [...includedContextOf(sampleId).reads, started.value],
    });
    onClose();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("context.pick.title")}
      intro={t("context.pick.intro")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button disabled={!complete} onClick={() => void read()}>
            {t("context.pick.read")}
          </Button>
        </>
      }
    >
      <div className={s.picker}>
        {connected.length > 1 && (
          <ServerChoice
            servers={connected}
            chosen={at}
            onChoose={(next) => {
              setAt(next);
              choose(null);
            }}
          />
        )}
        {server !== undefined && (
          <Choices key={at} server={server} chosen={chosen} onChoose={choose} />
        )}
        {chosen !== null && (
          <Inputs
            of={chosen}
            values={values}
            onValue={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        )}
        {failure !== null && <FailureBar failure={failure} />}
      </div>
    </Dialog>
  );
}

function ServerChoice({
  servers,
  chosen,
  onChoose,
}: {
  servers: readonly ServerView[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  return (
    <Field label={useT()("context.pick.server")}>
      {(wiring) => (
        <Select
          {...wiring}
          value={chosen}
          options={servers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onChoose}
        />
      )}
    </Field>
  );
}

/** Inputs for the variables of a template or the arguments of a prompt. */
function Inputs({
  of,
  values,
  onValue,
}: {
  of: Readable;
  values: Readonly<Record<string, string>>;
  onValue: (name: string, value: string) => void;
}) {
  const t = useT();
  return of.inputs.map(({ name, required, description }) => (
    <Field
      key={name}
      wire
      label={name}
      aside={t(required ? "context.pick.required" : "context.pick.optional")}
      hint={description === undefined ? undefined : <Quote bare>{description}</Quote>}
    >
      {(wiring) => (
        <Input
          {...wiring}
          wire
          value={values[name] ?? ""}
          onValue={(value) => onValue(name, value)}
        />
      )}
    </Field>
  ));
}

/** A list of radio rows with arrow-key navigation. */
function Choices({
  server,
  chosen,
  onChoose,
}: {
  server: ServerView;
  chosen: Readable | null;
  onChoose: (readable: Readable) => void;
}) {
  const t = useT();
  const group = useId();
  const [filter, setFilter] = useState("");
  const all = readablesOf(server);
  const word = filter.trim().toLowerCase();
  const fitting = all.filter(({ name, label }) => `${name}\n${label}`.toLowerCase().includes(word));
  if (all.length === 0) return <p className="xs ink2">{t("context.pick.none")}</p>;
  return (
    <>
      <IconInput
        icon={<Icon of={SearchIcon} />}
        aria-label={t("context.pick.filter")}
        placeholder={t("context.pick.filter")}
        value={filter}
        onValue={setFilter}
      />
      {fitting.length === 0 && <p className="xs ink2">{t("context.pick.nothingFits")}</p>}
      <div className={s.choices} role="radiogroup" aria-label={t("context.pick.list")}>
        {fitting.map((readable) => {
          const is = chosen?.kind === readable.kind && chosen.name === readable.name;
          return (
            <label
              key={`${readable.kind} ${readable.name}`}
              className={cx(s.choice, is && s.chosen)}
            >
              <input type="radio" name={group} checked={is} onChange={() => onChoose(readable)} />
              <span className="xs ink2">{t(`context.pick.${readable.kind}`)}</span>
              <Quote bare cut>
                {readable.label}
              </Quote>
              {readable.label !== readable.name && (
                <span className="cut ink3">
                  <Quote bare>{readable.name}</Quote>
                </span>
              )}
            </label>
          );
        })}
      </div>
    </>
  );
}

const isConnected = ({ state }: ServerView): boolean => state.kind === "connected";

const readablesOf = (server: ServerView): Readable[] => [
  ...server.resources.map(({ uri, name, template }): Readable => ({
    kind: template ? "template" : "resource",
    name: uri,
    label: name === "" ? uri : name,
    inputs: template
      ? variablesOf(uri).map((variable) => ({ name: variable, required: true }))
      : [],
  })),
  ...server.prompts.map(({ name, title, arguments: inputs }): Readable => ({
    kind: "prompt",
    name,
    label: title ?? name,
    inputs,
  })),
];

/** Starts a call on the server's connection, as the Workbench does. */
function startReading(serverId: string, { kind, name }: Readable, values: Record<string, string>) {
  if (kind === "prompt") {
    const given = Object.entries(values).filter(([, value]) => value !== "");
    return send("calls.start", serverId, "prompt", name, Object.fromEntries(given));
  }
  const address = kind === "template" ? expand(name, values) : name;
  return send("calls.start", serverId, "resource", address, {});
}
