// Dialogs that add several servers at once: from a pasted config, a dropped file, or host configs. Only servers that
// were shown are added.
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { parseConfig } from "../../src-shared/servers/config/importConfig.ts";
import type { ConfigFailure, Failure, Outcome } from "../../src-shared/outcome.ts";
import type { FoundConfig, FoundServer, ServerInput } from "../../src-shared/servers/server.ts";
import { useT } from "../i18n/index.ts";
import { Button } from "../ui/controls/Button.tsx";
import { Dialog } from "../ui/layout/Dialog.tsx";
import { FailureBar } from "../components/requests/FailureBar.tsx";
import { Field, TextArea } from "../ui/controls/Field.tsx";
import { LoadingBars } from "../ui/layout/LoadingBars.tsx";
import { useFirstFocus } from "../ui/hooks/useFirstFocus.ts";
import { Offers } from "./Offers.tsx";
import type { Offered } from "./Offers.tsx";
import s from "./Servers.module.css";

/** Resolves to the failure, if any; on null the owner closes the dialog. */
type AddServers = (inputs: readonly ServerInput[]) => Promise<Failure | null>;

/** New servers are ticked by default, known ones are not. */
function useTicks(offers: readonly FoundServer[]) {
  const [said, setSaid] = useState<ReadonlyMap<FoundServer, boolean>>(new Map());
  const ticked = new Set(offers.filter((offer) => said.get(offer) ?? !offer.known));
  const tick = (offer: FoundServer, on: boolean): void => setSaid(new Map([...said, [offer, on]]));
  return { ticked, tick };
}

function AddDialog({
  title,
  intro,
  offers,
  grouped,
  onAdd,
  onClose,
  other,
  children,
}: {
  title: string;
  intro: string;
  offers: readonly Offered[];
  grouped: boolean;
  onAdd: AddServers;
  onClose: () => void;
  /** Offers another source of servers. */
  other?: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  const { ticked, tick } = useTicks(offers);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    setFailure(await onAdd([...ticked].map((offer) => offer.input)));
    setBusy(false);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      intro={intro}
      foot={
        <>
          {other}
          <span className="xs ink3 grow">{t("servers.offer.nothingStarts")}</span>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={ticked.size === 0 || busy} onClick={() => void take()}>
            {t("servers.offer.take", { count: ticked.size })}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureBar failure={failure} />}
      {children}
      {offers.length > 0 && (
        <Offers
          label={t("servers.offer.list")}
          offers={offers}
          ticked={ticked}
          onTick={tick}
          grouped={grouped}
        />
      )}
    </Dialog>
  );
}

/** @param known whether a server with this endpoint is already configured */
export function PasteDialog({
  known,
  ...rest
}: {
  known: (input: ServerInput) => boolean;
  onAdd: AddServers;
  onClose: () => void;
}) {
  const t = useT();
  const [text, setText] = useState("");
  const field = useFirstFocus<HTMLTextAreaElement>();
  const { offers, failures } = useMemo(
    () => (text.trim() === "" ? { offers: [], failures: [] } : readConfig(text, known)),
    [text, known],
  );
  return (
    <AddDialog
      {...rest}
      title={t("servers.paste.title")}
      intro={t("servers.paste.intro")}
      offers={offers}
      grouped={false}
    >
      <Field label={t("servers.paste.label")}>
        {(wiring) => (
          <TextArea
            {...wiring}
            wire
            ref={field}
            className={s.paste}
            placeholder={'{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "…"] } } }'}
            value={text}
            onValue={setText}
          />
        )}
      </Field>
      <ConfigFaults failures={failures} />
    </AddDialog>
  );
}

interface Config {
  offers: Offered[];
  failures: ConfigFailure[];
}

function readConfig(text: string, known: (input: ServerInput) => boolean): Config {
  const parsed = parseConfig(text);
  if (!parsed.ok) return { offers: [], failures: [parsed.failure] };
  return {
    offers: parsed.value.inputs.map(({ input, placeholders, ignored }) => ({
      program: "",
      file: "",
      input,
      known: known(input),
      placeholders,
      ignored,
    })),
    failures: parsed.value.faults,
  };
}

/** The servers in a dropped file. */
export function DroppedDialog({
  file,
  read,
  known,
  ...rest
}: {
  file: string;
  read: Outcome<string, ConfigFailure>;
  known: (input: ServerInput) => boolean;
  onAdd: AddServers;
  onClose: () => void;
}) {
  const t = useT();
  // Read once: adding the servers would make them known.
  const [{ offers, failures }] = useState((): Config =>
    read.ok ? readConfig(read.value, known) : { offers: [], failures: [read.failure] },
  );
  return (
    <AddDialog
      {...rest}
      title={t("servers.drop.title", { file })}
      intro={t("servers.drop.intro")}
      offers={offers}
      grouped={false}
    >
      <ConfigFaults failures={failures} />
    </AddDialog>
  );
}

/** @param config null while the search runs */
export function ImportDialog({
  config,
  onPaste,
  ...rest
}: {
  config: FoundConfig | null;
  onPaste: () => void;
  onAdd: AddServers;
  onClose: () => void;
}) {
  const t = useT();
  const offers = config?.servers ?? [];
  return (
    <AddDialog
      {...rest}
      title={t("servers.import.title")}
      intro={t("servers.import.intro")}
      offers={offers}
      grouped
      other={<Button onClick={onPaste}>{t("servers.paste.open")}</Button>}
    >
      {config === null && <LoadingBars rows={3} />}
      {config !== null && offers.length === 0 && <p className="ink2">{t("servers.import.none")}</p>}
      {config?.faults.map(({ file, failure }) => (
        <FailureBar key={file} failure={failure} tone="warn" quiet>
          <bdi className="wire">{file}</bdi>
        </FailureBar>
      ))}
    </AddDialog>
  );
}

function ConfigFaults({ failures }: { failures: readonly ConfigFailure[] }) {
  return failures.map((failure, index) => <FailureBar key={index} failure={failure} tone="warn" />);
}
