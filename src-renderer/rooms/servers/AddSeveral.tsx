// Dialogs that add several servers at once: from a pasted config, a dropped file, or host configs. Only servers that
// were shown are added.
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { ConfigFailure, Failure, Outcome } from "#shared/outcome.ts";
import { parseConfig } from "#shared/servers/config/importConfig.ts";
import { whereOf } from "#shared/servers/config/masking.ts";
import { FILLED_BY } from "#shared/servers/config/placeholders.ts";
import type { FoundConfig, FoundServer } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field, TextArea } from "#kit/controls/Field.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Badge } from "#kit/layout/Badge.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import s from "./Servers.module.css";

/** Resolves to the failure, if any; on null the owner closes the dialog. */
type Add<T> = (servers: readonly T[]) => Promise<Failure | null>;

/** New servers are ticked by default, known ones are not. */
function useTicks(offers: readonly Offered[]) {
  const [said, setSaid] = useState<ReadonlyMap<Offered, boolean>>(new Map());
  const ticked = new Set(offers.filter((offer) => said.get(offer) ?? !offer.known));
  const tick = (offer: Offered, on: boolean): void => setSaid(new Map([...said, [offer, on]]));
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
  /** Shows the program and file of each. */
  grouped: boolean;
  onAdd: Add<Offered>;
  onClose: () => void;
  /** Offers another source of servers. */
  other?: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  const { ticked, tick } = useTicks(offers);
  const { failure, fail } = useAction();
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    fail(await onAdd([...ticked]));
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
      <FailureBar failure={failure} />
      {children}
      {offers.length > 0 && (
        <ul className={s.offers} aria-label={t("servers.offer.list")}>
          {offers.map((offer, index) => (
            <Offer
              key={index}
              offer={offer}
              head={grouped && offers[index - 1]?.file !== offer.file}
              ticked={ticked.has(offer)}
              onTick={(next) => tick(offer, next)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const inputsOf = (offers: readonly Offered[]): ServerInput[] => offers.map(({ input }) => input);

/** Marks what exists already; main compares, since only it has the values of secrets. */
function useKnown(offers: Offered[]): Offered[] {
  const known = useAsked(offers.length === 0 ? null : offers, () =>
    send("servers.areKnown", inputsOf(offers)),
  );
  return known?.ok === true
    ? offers.map((offer, at) => ({ ...offer, known: known.value[at] === true }))
    : offers;
}

export function PasteDialog({ onAdd, onClose }: { onAdd: Add<ServerInput>; onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const field = useFirstFocus<HTMLTextAreaElement>();
  const { offers: read, failures } = useMemo(
    () => (text.trim() === "" ? { offers: [], failures: [] } : readConfig(text)),
    [text],
  );
  const offers = useKnown(read);
  return (
    <AddDialog
      onAdd={(offered) => onAdd(inputsOf(offered))}
      onClose={onClose}
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

function readConfig(text: string): Config {
  const parsed = parseConfig(text);
  if (!parsed.ok) return { offers: [], failures: [parsed.failure] };
  return {
    offers: parsed.value.inputs.map(({ input, placeholders, ignored }) => ({
      program: "",
      file: "",
      input,
      known: false,
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
  onAdd,
  onClose,
}: {
  file: string;
  read: Outcome<string, ConfigFailure>;
  onAdd: Add<ServerInput>;
  onClose: () => void;
}) {
  const t = useT();
  // Read once: adding the servers would make them known.
  const [config] = useState((): Config =>
    read.ok ? readConfig(read.value) : { offers: [], failures: [read.failure] },
  );
  const { failures } = config;
  const offers = useKnown(config.offers);
  return (
    <AddDialog
      onAdd={(offered) => onAdd(inputsOf(offered))}
      onClose={onClose}
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
  onAdd,
  onClose,
}: {
  config: FoundConfig | null;
  onPaste: () => void;
  /** By the ids of the search. */
  onAdd: Add<string>;
  onClose: () => void;
}) {
  const t = useT();
  const offers = config?.servers ?? [];
  return (
    <AddDialog
      onAdd={(offered) => onAdd(offered.flatMap(({ id }) => (id === undefined ? [] : [id])))}
      onClose={onClose}
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

/** A server to import; a pasted one has no id. */
type Offered = Omit<FoundServer, "id"> & { id?: string };

function Offer({
  offer,
  head,
  ticked,
  onTick,
}: {
  offer: Offered;
  head: boolean;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}) {
  const t = useT();
  const { placeholders, ignored } = offer;
  const { endpoint, name } = offer.input;
  const values =
    endpoint.kind === "stdio" ? endpoint.env : endpoint.kind === "demo" ? [] : endpoint.headers;
  const secrets = values.filter((value) => value.secret).length;
  const where = whereOf(endpoint);
  return (
    <>
      {head && (
        <li className={s.group}>
          {offer.program} <bdi className="wire ink3">{offer.file}</bdi>
        </li>
      )}
      <li className={s.offer}>
        <Checkbox checked={ticked} onChange={onTick}>
          <span className="row">
            <b className="cut">{name}</b>
            <span className="xs ink3">{t(`servers.transport.${endpoint.kind}`)}</span>
            {offer.known && <Badge>{t("servers.offer.known")}</Badge>}
          </span>
        </Checkbox>
        <bdi className={`${s.offerWhere} wire`} title={where}>
          <Visible text={where} />
        </bdi>
        {values.length > 0 && (
          <span className={s.offerWhere}>
            {t(`servers.offer.${endpoint.kind === "stdio" ? "environment" : "headers"}`, {
              names: values.map((value) => value.name).join(", "),
            })}
            {secrets > 0 && ` · ${t("servers.offer.secrets", { count: secrets })}`}
          </span>
        )}
        {FILLED_BY.map((filledBy) => {
          const found = placeholders.filter(({ by }) => by === filledBy);
          if (found.length === 0) return null;
          return (
            <span key={filledBy} className={`${s.offerNote} warn`}>
              {t(`servers.offer.placeholders.${filledBy}`)}{" "}
              <Quote cut>{found.map(({ text }) => text).join(", ")}</Quote>
            </span>
          );
        })}
        {ignored.length > 0 && (
          <span className={s.offerNote}>
            {t("servers.offer.ignored")} <Quote cut>{ignored.join(", ")}</Quote>
          </span>
        )}
      </li>
    </>
  );
}
