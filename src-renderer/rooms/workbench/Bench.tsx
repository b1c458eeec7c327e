// The selected item: what the server says of it, its arguments, its latest call, and the bar with the buttons.
import { useEffect, useMemo, useRef, useState } from "react";
import type { ArgumentDraft } from "#shared/forms/argumentDraft.ts";
import type { JsonObject } from "#shared/json.ts";
import type { RunView } from "#shared/servers/server.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useActions } from "#data/actions.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useView, view } from "#data/view.ts";
import type { Action } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { ArgumentEditor } from "#forms/schema/ArgumentEditor.tsx";
import { argumentsOf } from "#forms/schema/values.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { StopIcon } from "#kit/controls/icons.ts";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { NotEncrypted } from "#request/identity/NotEncrypted.tsx";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import { CallPanel } from "./CallPanel.tsx";
import { callOf, callsOf, itemKey } from "./items.ts";
import type { Item } from "./items.ts";
import { useArguments } from "./useArguments.ts";
import s from "./Bench.module.css";

/** The arguments as form or JSON; in a narrow window also the result. */
type Side = "form" | "json" | "run";

/** What prevents the call; null if nothing. */
type Obstacle = "notConnected" | "unreadable" | "faults" | null;

export function Bench({ item }: { item: Item }) {
  const t = useT();
  const narrow = useNarrow();
  const { failure, tell } = useAction();
  const { calls, call } = useCalls(item);
  const { fields, draft, check, faulty, settle, setDraft } = useArguments(item, call);
  const hasForm = fields !== null;
  const [side, setSide] = useState<Side>(hasForm ? "form" : "json");
  const [tried, setTried] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const [about, setAbout] = useState(false);
  const found = obstacleOf(item, draft, unreadable, faulty);
  // Faults are not reported while typing for the first time.
  const obstacle = tried || found !== "faults" ? found : null;
  const shown: Side =
    side === "run" && !narrow ? "form" : !hasForm && side === "form" ? "json" : side;
  const starting = useRef(false);
  const goToFault = useGoToFault();
  const start = async (): Promise<void> => {
    setTried(true);
    if (found === "faults") goToFault.soon();
    if (found !== null || starting.current) return;
    starting.current = true;
    const args = await settle();
    starting.current = false;
    if (args === null) return goToFault.soon();
    if (narrow) setSide("run");
    const { name, args: sent } = callOf(item, args);
    const started = await send("calls.start", item.server.id, item.kind, name, jsonOnly(sent));
    if (tell(started)) view.setState({ runId: started.value });
  };
  useBenchKeys(() => void start(), setSide, hasForm);
  const sides = [
    ...(hasForm ? [{ value: "form" as const, label: t("common.form"), keys: KEYS.form }] : []),
    { value: "json" as const, label: t("common.json"), keys: KEYS.formJson },
    ...(narrow ? [{ value: "run" as const, label: t("workbench.call.run") }] : []),
  ];
  const isReadAsItIs = item.kind === "resource" && !item.template;
  return (
    <section ref={goToFault.within} className={s.bench}>
      <header className={s.head}>
        <h2 className="cut" title={item.server.name}>
          {item.server.name}
        </h2>
        <NotEncrypted endpoint={item.server.endpoint} brief={narrow} />
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
          value={shown}
          onChange={setSide}
          options={sides}
        />
        {about && <About item={item} onClose={() => setAbout(false)} />}
      </header>
      {shown !== "run" && (
        <div className={s.left}>
          <FailureBar failure={failure} />
          <ArgumentEditor
            identity={itemKey(item)}
            label={t("common.json")}
            side={shown}
            schema={item.schema}
            fields={fields}
            draft={draft}
            check={check}
            // Not while typing for the first time.
            showsFaults={tried}
            onDraft={setDraft}
            onUnreadable={setUnreadable}
          />
        </div>
      )}
      {(!narrow || shown === "run") && (
        <CallPanel item={item} calls={calls} call={call} tell={tell} />
      )}
      <footer className={s.acts}>
        {call?.state === "running" && (
          <Button icon={StopIcon} onClick={() => void send("calls.cancel", call.id)}>
            {t("workbench.call.cancel")}
          </Button>
        )}
        <p className={s.sends}>
          <span title={item.name}>
            {t(`workbench.sends.${item.kind}`)} <Quote cut>{item.label}</Quote>{" "}
            {t("workbench.sends.on")} <b>{item.server.name}</b>
          </span>
          {obstacle === null ? (
            <span>
              {isReadAsItIs
                ? t("workbench.sends.read")
                : t("workbench.sends.arguments", { count: Object.keys(draft.args).length })}
            </span>
          ) : (
            <span className={obstacle === "faults" ? "danger" : "warn"}>
              {t(`workbench.hindrance.${obstacle}`)}
            </span>
          )}
        </p>
        <Button
          level="primary"
          fixed
          keys={KEYS.run}
          disabled={obstacle !== null}
          onClick={() => void start()}
        >
          {t(calls.length > 0 ? "common.runAgain" : "workbench.call.run")}
        </Button>
      </footer>
      {!narrow && callEdge}
    </section>
  );
}

/** The calls of the item, oldest first, and the shown one: the chosen or the latest. */
function useCalls(item: Item): { calls: RunView[]; call: RunView | undefined } {
  const all = useMirror((state) => state.runs);
  const runId = useView((state) => state.runId);
  const calls = useMemo(() => callsOf(item, all), [item, all]);
  return { calls, call: calls.find(({ id }) => id === runId) ?? calls.at(-1) };
}

/** Everything that the server says about the item. */
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

/** Faults disable the button, so the focus moves to the first invalid field, once it is drawn. */
function useGoToFault() {
  const within = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) within.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked]);
  return { within, soon: () => setAsked((count) => count + 1) };
}

/** The resizable edge of the result. */
const callEdge = <PaneEdge pane="run" side="right" from="44px" to="var(--actions-h)" />;

function obstacleOf(
  item: Item,
  draft: ArgumentDraft,
  unreadable: boolean,
  faulty: boolean,
): Obstacle {
  if (item.server.state.kind !== "connected") return "notConnected";
  if (unreadable || argumentsOf(draft) === null) return "unreadable";
  return faulty ? "faults" : null;
}

/** Drops undefined fields. */
const jsonOnly = (args: JsonObject) => JSON.parse(JSON.stringify(args)) as Record<string, never>;

/** The room's shortcuts, also in the palette. */
function useBenchKeys(run: () => void, setSide: (side: Side) => void, hasForm: boolean): void {
  const t = useT();
  const actions = useMemo(
    (): Action[] => [
      { id: "run", group: "request", label: t("workbench.call.run"), keys: KEYS.run, run },
      {
        id: "form",
        group: "request",
        label: t("common.form"),
        keys: KEYS.form,
        disabled: !hasForm,
        run: () => setSide("form"),
      },
      {
        id: "json",
        group: "request",
        label: t("common.json"),
        keys: KEYS.formJson,
        run: () => setSide("json"),
      },
    ],
    [t, run, setSide, hasForm],
  );
  useActions("workbench", actions);
}
