// The attempts of a request: tabs and actions where there are several; for a single attempt the actions go into the
// menu of the action bar.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import type { Keys } from "../../../src-shared/shortcuts.ts";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { underWay } from "../../../src-shared/sampling/life/attempts.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useActions } from "../../state/actions.ts";
import { send } from "../../state/commands.ts";
import { updateCandidateView, useSideBySide } from "../../state/requests/candidates.ts";
import { Button, IconButton } from "../../ui/controls/Button.tsx";
import { ColumnsIcon, MoreIcon, PlusIcon, StopIcon } from "../../ui/controls/icons.ts";
import type { IconKind } from "../../ui/controls/Icon.tsx";
import { Menu } from "../../ui/controls/Menu.tsx";
import { AttemptTabs } from "./AttemptTabs.tsx";
import { CandidatesDialog } from "../candidates/CandidatesDialog.tsx";
import type { Other } from "../gates/Actions.tsx";
import type { Deciding } from "../gates/useDecision.ts";
import s from "../candidates/Candidates.module.css";

interface Item {
  id: string;
  label: string;
  icon: IconKind;
  keys?: Keys;
  disabled?: boolean;
  on?: boolean;
  /** Shown as an icon without label. */
  small?: boolean;
  run: () => void;
}

/**
 * @param hash of the document that the user sees
 */
export function useAttempts({
  sample,
  asked,
  current,
  hash,
  deciding,
  narrow,
}: {
  sample: Sample;
  asked: RequestDocument;
  current: Attempt;
  hash: string;
  deciding: Deciding;
  narrow: boolean;
}): { bar: ReactNode; more: readonly Other[] } {
  const t = useT();
  const sideBySide = useSideBySide(sample.id);
  const [asking, setAsking] = useState(false);
  const free = deciding.guardOn && !deciding.busy && deciding.held === null;
  const still = underWay(sample);
  const several = sample.attempts.length > 1;
  const items = itemsFor(t, sample, {
    sideBySide,
    free,
    ask: () => setAsking(true),
  });
  useItemActions(items, [t, sample, free, sideBySide, still.length, current.id]);
  const ground = useMemo(
    () => ({
      document: current.document,
      asked,
      media: sample.media,
      options: current.options,
      seriousSeen: current.seriousSeen,
      from: { attemptId: current.id, how: "again" as const },
    }),
    [current, asked, sample.media],
  );
  return {
    bar: (
      <>
        {several && (
          <AttemptTabs
            attempts={sample.attempts}
            current={current.id}
            onChoose={(attemptId) => updateCandidateView(sample.id, { attemptId })}
            end={<End items={items} narrow={narrow} />}
          />
        )}
        {asking && (
          <CandidatesDialog
            sample={sample}
            ground={ground}
            hash={hash}
            deciding={deciding}
            onClose={() => setAsking(false)}
          />
        )}
      </>
    ),
    more: several ? [] : items.filter(({ disabled }) => disabled !== true),
  };
}

function itemsFor(
  t: T,
  sample: Sample,
  now: {
    sideBySide: boolean;
    /** The user can decide now. */
    free: boolean;
    ask: () => void;
  },
): Item[] {
  const { sideBySide, free } = now;
  const still = underWay(sample);
  return possible([
    {
      id: "side-by-side",
      label: t("candidates.sideBySide"),
      icon: ColumnsIcon,
      keys: KEYS.sideBySide,
      disabled: sample.attempts.length < 2,
      on: sideBySide,
      small: true,
      run: () => updateCandidateView(sample.id, { sideBySide: !sideBySide }),
    },
    {
      id: "more-answers",
      label: t("candidates.more"),
      icon: PlusIcon,
      keys: KEYS.candidates,
      disabled: !free,
      run: now.ask,
    },
    {
      id: "stop-all",
      label: t("candidates.stopAll", { count: still.length }),
      icon: StopIcon,
      small: true,
      run: still.length < 2 ? undefined : () => stopAll(sample),
    },
  ]);
}

/** Leaves out items that have nothing to run. */
const possible = (
  items: readonly (Omit<Item, "run"> & { run: Item["run"] | undefined })[],
): Item[] => items.flatMap(({ run, ...item }) => (run === undefined ? [] : [{ ...item, run }]));

/** @param deps everything that `items` close over */
function useItemActions(items: readonly Item[], deps: readonly unknown[]): void {
  const actions = useMemo(
    () =>
      items.map(({ id, label, keys, disabled, run }) => ({
        id,
        group: "request" as const,
        label,
        keys,
        disabled,
        run,
      })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    deps,
  );
  useActions("candidates", actions);
}

/** Stops waiting attempts first; otherwise stopping a running one would start the next. */
function stopAll(sample: Sample): void {
  for (const attempt of underWay(sample).toReversed()) {
    void send("desk.stop", sample.id, attempt.id);
  }
}

function End({ items, narrow }: { items: readonly Item[]; narrow: boolean }) {
  const t = useT();
  if (narrow) {
    return (
      <span className={s.end}>
        <Menu items={items.map(({ run, ...item }) => ({ ...item, onSelect: run }))}>
          <IconButton icon={MoreIcon} label={t("candidates.actions")} />
        </Menu>
      </span>
    );
  }
  return (
    <span className={s.end}>
      {items.map(({ id, label, icon, keys, disabled = false, on, small = false, run }) =>
        small ? (
          <IconButton
            key={id}
            icon={icon}
            label={label}
            keys={keys}
            disabled={disabled}
            aria-pressed={on}
            onClick={run}
          />
        ) : (
          <Button
            key={id}
            level="plain"
            size="s"
            icon={icon}
            keys={keys}
            disabled={disabled}
            onClick={run}
          >
            {label}
          </Button>
        ),
      )}
    </span>
  );
}
