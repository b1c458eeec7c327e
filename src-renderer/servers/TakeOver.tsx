// The two ways to take several servers over: from a pasted config, and from other programs' settings.
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { parseConfig } from "../../src-shared/servers/config/importConfig.ts";
import type { ConfigFailure, Failure } from "../../src-shared/outcome.ts";
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

/** Takes the inputs over; gives what failed. The owner closes the dialog when all went well. */
export type TakeOver = (inputs: readonly ServerInput[]) => Promise<Failure | null>;

/** Ticks: what is new is ticked, what is configured already is not, until the person says otherwise. */
function useTicks(offers: readonly FoundServer[]) {
  const [said, setSaid] = useState<ReadonlyMap<FoundServer, boolean>>(new Map());
  const ticked = new Set(offers.filter((offer) => said.get(offer) ?? !offer.known));
  const tick = (offer: FoundServer, on: boolean): void => setSaid(new Map([...said, [offer, on]]));
  return { ticked, tick };
}

function TakeOverDialog({
  title,
  intro,
  offers,
  grouped,
  onTakeOver,
  onClose,
  children,
}: {
  title: string;
  intro: string;
  offers: readonly Offered[];
  grouped: boolean;
  onTakeOver: TakeOver;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const { ticked, tick } = useTicks(offers);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    setFailure(await onTakeOver([...ticked].map((offer) => offer.input)));
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

/** @param known whether a server with this endpoint is configured already */
export function PasteDialog({
  known,
  ...rest
}: {
  known: (input: ServerInput) => boolean;
  onTakeOver: TakeOver;
  onClose: () => void;
}) {
  const t = useT();
  const [text, setText] = useState("");
  const field = useFirstFocus<HTMLTextAreaElement>();
  const { offers, failures } = useMemo(() => readPasted(text, known), [text, known]);
  return (
    <TakeOverDialog
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
    </TakeOverDialog>
  );
}

interface Pasted {
  offers: Offered[];
  failures: ConfigFailure[];
}

function readPasted(text: string, known: (input: ServerInput) => boolean): Pasted {
  if (text.trim() === "") return { offers: [], failures: [] };
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

/** @param config null while the search runs */
export function ImportDialog({
  config,
  ...rest
}: {
  config: FoundConfig | null;
  onTakeOver: TakeOver;
  onClose: () => void;
}) {
  const t = useT();
  const offers = config?.servers ?? [];
  return (
    <TakeOverDialog
      {...rest}
      title={t("servers.import.title")}
      intro={t("servers.import.intro")}
      offers={offers}
      grouped
    >
      {config === null && <LoadingBars rows={3} />}
      {config !== null && offers.length === 0 && <p className="ink2">{t("servers.import.none")}</p>}
      {config?.faults.map(({ file, failure }) => (
        <FailureBar key={file} failure={failure} tone="warn" quiet>
          <bdi className="wire">{file}</bdi>
        </FailureBar>
      ))}
    </TakeOverDialog>
  );
}

function ConfigFaults({ failures }: { failures: readonly ConfigFailure[] }) {
  return failures.map((failure, index) => <FailureBar key={index} failure={failure} tone="warn" />);
}
