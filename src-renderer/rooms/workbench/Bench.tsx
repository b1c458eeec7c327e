// The selected item: its arguments, its latest call, and the bar with the buttons.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import type { JsonObject } from "#shared/json.ts";
import type { Failure } from "#shared/outcome.ts";
import { useActions } from "#data/actions.ts";
import type { Action } from "#data/actions.ts";
import { useT } from "#words/index.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { BenchBar } from "./BenchBar.tsx";
import type { CallObstacle } from "./BenchBar.tsx";
import { BenchHead } from "./BenchHead.tsx";
import type { Side } from "./BenchHead.tsx";
import { ArgumentEditor } from "#forms/schema/ArgumentEditor.tsx";
import { argumentsOf } from "#forms/schema/values.ts";
import type { ArgumentDraft } from "#forms/schema/values.ts";
import { callOf, itemKey } from "./items.ts";
import type { Item } from "./items.ts";
import { RunPanel } from "./runs/RunPanel.tsx";
import type { RunPanelProps } from "./runs/RunPanel.tsx";
import { useArguments } from "./useArguments.ts";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import s from "./Bench.module.css";

export function Bench({
  item,
  failure,
  onRun,
  onCancel,
  ...panel
}: {
  item: Item;
  /** Why the last call could not be started. */
  failure: Failure | null;
  onRun: (call: { name: string; args: JsonObject }) => void;
  onCancel: (runId: string) => void;
} & Omit<RunPanelProps, "outputSchema">) {
  const t = useT();
  const narrow = useNarrow();
  const key = itemKey(item);
  const { fields, draft, check, faulty, settle, setDraft } = useArguments(item, panel.run);
  const [side, setSide] = useState<Side>(fields === null ? "json" : "form");
  const [tried, setTried] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const hindrance = hindranceOf(item, draft, unreadable, faulty);
  const shown: Side =
    side === "run" && !narrow ? "form" : fields === null && side === "form" ? "json" : side;
  const starting = useRef(false);
  const goToFault = useGoToFault();
  const run = async (): Promise<void> => {
    setTried(true);
    if (hindrance === "faults") goToFault.soon();
    if (hindrance !== null || starting.current) return;
    starting.current = true;
    const args = await settle();
    starting.current = false;
    if (args === null) return goToFault.soon();
    if (narrow) setSide("run");
    onRun(callOf(item, args));
  };
  const press = (): void => void run();
  useBenchKeys(press, setSide, fields !== null);
  return (
    <section ref={goToFault.within} className={s.bench}>
      <BenchHead
        item={item}
        side={shown}
        narrow={narrow}
        hasForm={fields !== null}
        onSide={setSide}
      />
      {shown !== "run" && (
        <div className={s.left}>
          <FailureBar failure={failure} />
          <ArgumentEditor
            identity={key}
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
      {(!narrow || shown === "run") && <RunPanel {...panel} outputSchema={item.outputSchema} />}
      <BenchBar
        item={item}
        draft={draft}
        run={panel.run}
        again={panel.runs.length > 0}
        hindrance={tried || hindrance !== "faults" ? hindrance : null}
        onRun={press}
        onCancel={onCancel}
      />
      {!narrow && runEdge}
    </section>
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
const runEdge = <PaneEdge pane="run" side="right" from="44px" to="var(--actions-h)" />;

function hindranceOf(
  item: Item,
  draft: ArgumentDraft,
  unreadable: boolean,
  faulty: boolean,
): CallObstacle {
  if (item.server.state.kind !== "connected") return "notConnected";
  if (unreadable || argumentsOf(draft) === null) return "unreadable";
  return faulty ? "faults" : null;
}

/** The room's shortcuts, also in the palette. */
function useBenchKeys(run: () => void, setSide: (side: Side) => void, hasForm: boolean): void {
  const t = useT();
  const actions = useMemo(
    (): Action[] => [
      { id: "run", group: "request", label: t("workbench.run.run"), keys: KEYS.run, run },
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
