// The chosen call: its arguments at the left, its run at the right, and the bar that runs it.
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { RunView } from "../../src-shared/servers/server.ts";
import { useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { useT } from "../i18n/index.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { StopIcon } from "../ui/icons.ts";
import { Paper } from "../ui/Paper.tsx";
import { Quote } from "../ui/Quote.tsx";
import { Segmented } from "../ui/Segmented.tsx";
import { useNarrow } from "../ui/useNarrow.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { JsonObject } from "../../src-shared/json.ts";
import { ArgumentForm } from "./ArgumentForm.tsx";
import { setArgumentDraft, useArgumentDraft } from "./drafts.ts";
import type { ArgumentDraft } from "./drafts.ts";
import { callOf, itemKey } from "./items.ts";
import type { Item } from "./items.ts";
import { JsonArguments } from "./JsonArguments.tsx";
import { RunPanel } from "./RunPanel.tsx";
import type { RunPanelProps } from "./RunPanel.tsx";
import { readForm } from "./schema.ts";
import type { FormField } from "./schema.ts";
import { checkArguments } from "./validate.ts";
import type { Checked, Faults } from "./validate.ts";
import { initialArguments, parseArguments } from "./values.ts";
import { Wrong } from "./Wrong.tsx";
import s from "./Workbench.module.css";

type Side = "form" | "json" | "run";
const noFaults: Faults = new Map();

/** What can be said against running now; null when nothing can. */
type Hindrance = "notConnected" | "unreadable" | "faults" | null;

export function Bench({
  item,
  failure,
  onRun,
  onCancel,
  ...panel
}: {
  item: Item;
  /** Why the last run could not be started. */
  failure: Failure | null;
  onRun: (call: { name: string; args: JsonObject }) => void;
  onCancel: (runId: string) => void;
} & RunPanelProps) {
  const narrow = useNarrow();
  const key = itemKey(item);
  const fields = useMemo(() => readForm(item.schema), [item.schema]);
  const fresh = useMemo(() => ({ args: initialArguments(fields ?? []), json: null }), [fields]);
  const draft = useArgumentDraft(key) ?? fresh;
  const [side, setSide] = useState<Side>(fields === null ? "json" : "form");
  const [tried, setTried] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const checked = useMemo(() => checkArguments(item.schema, draft.args), [item.schema, draft.args]);
  const hindrance = hindranceOf(item, draft, unreadable, checked);
  const shown: Side =
    side === "run" && !narrow ? "form" : fields === null && side === "form" ? "json" : side;
  const run = (): void => {
    setTried(true);
    if (hindrance !== null) return;
    if (narrow) setSide("run");
    onRun(callOf(item, draft.args));
  };
  useBenchKeys(run, setSide, fields !== null);
  const change = (next: ArgumentDraft): void => setArgumentDraft(key, next);
  return (
    <section className={s.bench}>
      <Head item={item} side={shown} narrow={narrow} hasForm={fields !== null} onSide={setSide} />
      {shown !== "run" && (
        <div className={s.left}>
          {failure !== null && <FailureBar failure={failure} />}
          <Entry
            side={shown}
            identity={key}
            fields={fields}
            draft={draft}
            checked={checked}
            tried={tried}
            onDraft={change}
            onUnreadable={setUnreadable}
          />
        </div>
      )}
      {(!narrow || shown === "run") && <RunPanel {...panel} />}
      <Bar
        item={item}
        draft={draft}
        run={panel.run}
        again={panel.runs.length > 0}
        hindrance={tried || hindrance !== "faults" ? hindrance : null}
        onRun={run}
        onCancel={onCancel}
      />
    </section>
  );
}

function hindranceOf(
  item: Item,
  draft: ArgumentDraft,
  unreadable: boolean,
  checked: Checked,
): Hindrance {
  if (item.server.state.kind !== "connected") return "notConnected";
  if (unreadable || (draft.json !== null && parseArguments(draft.json).kind !== "object"))
    return "unreadable";
  return checked.kind === "checked" && checked.faults.size > 0 ? "faults" : null;
}

/** The keys of the room; the palette lists them too. */
function useBenchKeys(run: () => void, setSide: (side: Side) => void, hasForm: boolean): void {
  const t = useT();
  const actions = useMemo(
    (): Action[] => [
      { id: "run", group: "request", label: t("workbench.run.run"), keys: "Mod+Enter", run },
      {
        id: "form",
        group: "request",
        label: t("workbench.form.form"),
        keys: "1",
        disabled: !hasForm,
        run: () => setSide("form"),
      },
      {
        id: "json",
        group: "request",
        label: t("workbench.form.json"),
        keys: "2",
        run: () => setSide("json"),
      },
    ],
    [t, run, setSide, hasForm],
  );
  useActions("workbench", actions);
}

function Head({
  item,
  side,
  narrow,
  hasForm,
  onSide,
}: {
  item: Item;
  side: Side;
  narrow: boolean;
  hasForm: boolean;
  onSide: (side: Side) => void;
}) {
  const t = useT();
  const [about, setAbout] = useState(false);
  const form = { value: "form" as const, label: t("workbench.form.form"), keys: "1" };
  const json = { value: "json" as const, label: t("workbench.form.json"), keys: "2" };
  const result = { value: "run" as const, label: t("workbench.run.side") };
  return (
    <header className={s.head}>
      <h2 className="cut" title={item.server.name}>
        {item.server.name}
      </h2>
      <Quote cut className={s.called}>
        {item.label}
      </Quote>
      {item.description !== undefined && !narrow && (
        <>
          <span className="xs ink2">{t("workbench.saysOfItself")}</span>
          <Quote cut>{item.description}</Quote>
        </>
      )}
      <LinkButton className="xs" onClick={() => setAbout(true)}>
        {t("common.details")}
      </LinkButton>
      <span className="grow" />
      <Segmented<Side>
        label={t("workbench.form.view")}
        value={side}
        onChange={onSide}
        options={[...(hasForm ? [form] : []), json, ...(narrow ? [result] : [])]}
      />
      {about && <About item={item} onClose={() => setAbout(false)} />}
    </header>
  );
}

/** Everything that the server says of the call, whole. */
function About({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open wide onClose={onClose} title={t("workbench.about.title")}>
      <p className="ink2">
        {item.server.name} · {t(`workbench.kind.${item.kind}`)} <Quote>{item.name}</Quote>
      </p>
      {item.description !== undefined && (
        <Paper
          small
          className={s.about}
          text={item.description}
          label={t("workbench.about.description")}
        />
      )}
      <p className="xs ink2">{t("workbench.about.schema")}</p>
      <Paper
        small
        className={s.about}
        text={JSON.stringify(item.schema, null, 2)}
        label={t("workbench.about.schema")}
      />
    </Dialog>
  );
}

function Entry({
  side,
  identity,
  fields,
  draft,
  checked,
  tried,
  onDraft,
  onUnreadable,
}: {
  side: Side;
  identity: string;
  fields: readonly FormField[] | null;
  draft: ArgumentDraft;
  checked: Checked;
  /** Faults are shown once the person tried to run it, not while the form is being filled in. */
  tried: boolean;
  onDraft: (draft: ArgumentDraft) => void;
  onUnreadable: (unreadable: boolean) => void;
}) {
  const t = useT();
  const faults = tried && checked.kind === "checked" ? checked.faults : noFaults;
  const setArgs = useMemo(
    () => (args: JsonObject) => onDraft({ args, json: null }),
    // The draft's owner stays the same as long as the call does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [identity],
  );
  useEffect(() => {
    // A text that is one object stands for the form too; it is written anew from the form's values.
    if (side === "form" && draft.json !== null && parseArguments(draft.json).kind === "object")
      onDraft({ args: draft.args, json: null });
  });
  if (side === "json" || fields === null)
    return <JsonArguments identity={identity} draft={draft} onDraft={onDraft} />;
  return (
    <div className={s.form}>
      {draft.json !== null && <Wrong text={t("workbench.form.jsonBroken")} />}
      {checked.kind === "unchecked" && <p className="xs ink3">{t("workbench.form.unchecked")}</p>}
      <ArgumentForm
        identity={identity}
        fields={fields}
        args={draft.args}
        faults={faults}
        onArgs={setArgs}
        onUnreadable={onUnreadable}
      />
    </div>
  );
}

function Bar({
  item,
  draft,
  run,
  again,
  hindrance,
  onRun,
  onCancel,
}: {
  item: Item;
  draft: ArgumentDraft;
  run: RunView | undefined;
  again: boolean;
  hindrance: Hindrance;
  onRun: () => void;
  onCancel: (runId: string) => void;
}) {
  const t = useT();
  const count = Object.keys(item.kind === "resource" && !item.template ? {} : draft.args).length;
  return (
    <footer className={s.acts}>
      {run?.state === "running" && (
        <Button icon={StopIcon} onClick={() => onCancel(run.id)}>
          {t("workbench.run.cancel")}
        </Button>
      )}
      <p className={s.sends}>
        <Sends item={item} />
        {hindrance === null ? (
          <span>{countWords(item, count, t)}</span>
        ) : (
          <span className={hindrance === "faults" ? "danger" : "warn"}>
            {t(`workbench.hindrance.${hindrance}`)}
          </span>
        )}
      </p>
      <Button level="primary" fixed keys="Mod+Enter" disabled={hindrance !== null} onClick={onRun}>
        {t(again ? "workbench.run.again" : "workbench.run.run")}
      </Button>
    </footer>
  );
}

function Sends({ item }: { item: Item }): ReactNode {
  const t = useT();
  return (
    <span title={item.name}>
      {t(`workbench.sends.${item.kind}`)} <Quote cut>{item.label}</Quote> {t("workbench.sends.on")}{" "}
      <b>{item.server.name}</b>
    </span>
  );
}

function countWords(item: Item, count: number, t: ReturnType<typeof useT>): string {
  if (item.kind === "resource" && !item.template) return t("workbench.sends.read");
  return t("workbench.sends.arguments", { count });
}
