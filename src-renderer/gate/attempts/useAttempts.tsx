// The attempts of a request: tabs and actions where there are several; for a single attempt the actions go into the
// menu of the action bar.
import { KEYS } from "#shared/shortcuts.ts";
import type { Keys } from "#shared/shortcuts.ts";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { underWay } from "#shared/sampling/life/attempts.ts";
import type { Attempt, Sample } from "#shared/sampling/life/sample.ts";
import type { Action } from "#data/actions.ts";
import { send } from "#data/commands.ts";
import { updateCandidateView, useSideBySide } from "#data/requests/candidates.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { ColumnsIcon, MoreIcon, PlusIcon, StopIcon } from "#kit/controls/icons.ts";
import type { IconKind } from "#kit/controls/Icon.tsx";
import { Menu } from "#kit/controls/Menu.tsx";
import { AttemptTabs } from "#request/attempts/AttemptTabs.tsx";
import { severalItems } from "./several.ts";
import type { Other } from "../gate.ts";
import type { Deciding } from "#request/useDecision.ts";
import { useRanking } from "#request/models/ranking.ts";
import s from "#request/attempts/Candidates.module.css";

interface Item {
  id: string;
  label: string;
  icon: IconKind;
  keys?: Keys | undefined;
  disabled?: boolean;
  on?: boolean;
  run: () => void;
}

/** @param hash of the document that the user sees */
export function useAttempts({
  sample,
  current,
  hash,
  deciding,
  narrow,
}: {
  sample: Sample;
  current: Attempt;
  hash: string;
  deciding: Deciding;
  narrow: boolean;
}): {
  bar: ReactNode;
  more: readonly Other[];
  /** What has no button in the action bar. */
  keys: readonly Action[];
} {
  const t = useT();
  const sideBySide = useSideBySide(sample.id);
  const ranked = useRanking(sample, current.document, current.model);
  const free = deciding.guardOn && !deciding.busy && deciding.held === null;
  const several = sample.attempts.length > 1;
  const { document, options, seriousSeen } = current;
  const again = severalItems(t, ranked, current.model ?? ranked.first, {
    run: free
      ? {
          document,
          from: { attemptId: current.id, how: "again" },
          ...(options === undefined ? {} : { options }),
          ...(seriousSeen === undefined ? {} : { seriousSeen }),
        }
      : null,
    alone: true,
    approve: (runs) => deciding.run(hash, { kind: "approve-candidates", runs }),
  });
  const items = itemsFor(t, sample, sideBySide);
  return {
    bar: several && (
      <AttemptTabs
        attempts={sample.attempts}
        current={current.id}
        onChoose={(attemptId) => updateCandidateView(sample.id, { attemptId })}
        end={<End items={items} again={again} narrow={narrow} />}
      />
    ),
    more: several ? [] : again.filter(({ disabled }) => disabled !== true),
    keys: [...items, ...(several ? again.slice(0, 1) : [])].map(inList),
  };
}

/** How the responses are shown, and what ends those under way. */
function itemsFor(t: T, sample: Sample, sideBySide: boolean): Item[] {
  const still = underWay(sample);
  return possible([
    {
      id: "side-by-side",
      label: t("common.sideBySide"),
      icon: ColumnsIcon,
      keys: KEYS.sideBySide,
      disabled: sample.attempts.length < 2,
      on: sideBySide,
      run: () => updateCandidateView(sample.id, { sideBySide: !sideBySide }),
    },
    {
      id: "stop-all",
      label: t("candidates.stopAll", { count: still.length }),
      icon: StopIcon,
      run: still.length < 2 ? undefined : () => stopAll(sample),
    },
  ]);
}

/** Leaves out items that have nothing to run. */
const possible = (
  items: readonly (Omit<Item, "run"> & { run: Item["run"] | undefined })[],
): Item[] => items.flatMap(({ run, ...item }) => (run === undefined ? [] : [{ ...item, run }]));

const inList = ({ id, label, keys, disabled, run }: Omit<Item, "icon">): Action => ({
  id,
  group: "request",
  label,
  keys,
  disabled,
  run,
});

/** Stops waiting attempts first; otherwise stopping a running one would start the next. */
function stopAll(sample: Sample): void {
  for (const attempt of underWay(sample).toReversed()) {
    void send("desk.stop", sample.id, attempt.id);
  }
}

const asMenu = (items: readonly Pick<Other, "id" | "label" | "keys" | "disabled" | "run">[]) =>
  items.map(({ run, ...item }) => ({ ...item, onSelect: run }));

function End({
  items,
  again,
  narrow,
}: {
  items: readonly Item[];
  again: readonly Other[];
  narrow: boolean;
}) {
  const t = useT();
  if (narrow) {
    return (
      <span className={s.end}>
        <Menu items={asMenu([...items, ...again])}>
          <IconButton icon={MoreIcon} label={t("candidates.actions")} />
        </Menu>
      </span>
    );
  }
  return (
    <span className={s.end}>
      {items.map(({ id, label, icon, keys, disabled = false, on, run }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          keys={keys}
          disabled={disabled}
          aria-pressed={on}
          onClick={run}
        />
      ))}
      <Menu items={asMenu(again)}>
        <Button level="plain" size="s" icon={PlusIcon}>
          {t("candidates.more")}
        </Button>
      </Menu>
    </span>
  );
}
