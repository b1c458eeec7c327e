// The command palette: every command with its shortcut, and requests, servers, settings and History by search.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Dialog } from "radix-ui";
import { isComposing } from "#editor/composing.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { SearchIcon } from "#kit/controls/icons.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { takeSnapshot, canRun } from "./listSnapshot.ts";
import type { ListSnapshot } from "./listSnapshot.ts";
import { useCommands } from "./commands.ts";
import { countByGroup, search } from "./search.ts";
import type { Command } from "./search.ts";
import { useHistoryResults } from "./useHistoryResults.ts";
import s from "./Palette.module.css";

export function Palette({ onClose }: { onClose: () => void }) {
  const t = useT();
  const id = useId();
  const { query, setQuery, found, searching, active, point, mayRunNow } = useFound();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const run = (command: Command | undefined): void => {
    if (command === undefined || command.disabled === true) return;
    if (!mayRunNow(command.id)) return;
    onClose();
    command.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || isComposing()) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      point(found[(active + step + found.length) % Math.max(1, found.length)]?.id ?? null);
    } else if (event.key === "Enter" && !event.repeat) {
      event.preventDefault();
      run(found[active]);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.scrim} />
        <Dialog.Content className={s.palette} aria-describedby={undefined} onKeyDown={onKey}>
          <Dialog.Title className="sr">{t("common.commands")}</Dialog.Title>
          <Field id={id} active={active} query={query} onQuery={setQuery} />
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={t("common.commands")}
            className={s.list}
          >
            {found.map((command, index) => (
              <Entry
                key={command.id}
                id={`${id}-${index}`}
                command={command}
                selected={index === active}
                heading={
                  found[index - 1]?.group === command.group
                    ? null
                    : t(`shell.palette.group.${command.group}`)
                }
                onPoint={() => point(command.id)}
                onRun={() => run(command)}
              />
            ))}
          </div>
          {found.length === 0 && !searching && (
            <p className={s.empty}>
              {t("shell.palette.empty")} <Quote>{query}</Quote> {t("shell.palette.searched")}
            </p>
          )}
          {searching && <p className={s.empty}>{t("shell.palette.searching")}</p>}
          <span className="sr" role="status">
            {!searching && countWords(t, found)}
          </span>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** `14 results. This request: 3, Settings: 2`. */
const countWords = (t: T, found: readonly Command[]): string =>
  [
    t("shell.palette.count", { count: found.length }),
    ...countByGroup(found).map(
      ({ group, count }) => `${t(`shell.palette.group.${group}`)}: ${count}`,
    ),
  ].join(", ");

/** The results and the active one: typing resets it to the first. */
function useFound() {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState<string | null>(null);
  const commands = useCommands();
  const ended = useHistoryResults(query);
  const found = search([...commands, ...ended.commands], query);
  // By id, so that results arriving meanwhile don't move the active line.
  const active = Math.min(
    Math.max(
      0,
      found.findIndex((command) => command.id === at),
    ),
    found.length - 1,
  );
  const shown = useRef<ListSnapshot | null>(null);
  useLayoutEffect(() => {
    const ids = found.map((command) => command.id).join("\n");
    // Results from History count as the user's own query, like those already listed.
    const now = { query: `${query}\n${ended.searching}`, ids, active: found[active]?.id ?? null };
    shown.current = takeSnapshot(shown.current, now, performance.now());
  });
  return {
    query,
    setQuery: (next: string): void => {
      setQuery(next);
      setAt(null);
    },
    found,
    searching: ended.searching,
    active,
    point: setAt,
    mayRunNow: (id: string): boolean => canRun(shown.current, id),
  };
}

function Field({
  id,
  active,
  query,
  onQuery,
}: {
  /** Prefix for the ids of the list and its entries. */
  id: string;
  active: number;
  query: string;
  onQuery: (query: string) => void;
}) {
  const t = useT();
  return (
    <div className={s.field}>
      <Icon of={SearchIcon} size="m" />
      <input
        className={s.input}
        value={query}
        placeholder={t("shell.palette.placeholder")}
        aria-label={t("shell.palette.placeholder")}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        spellCheck={false}
        onChange={(event) => onQuery(event.target.value)}
      />
      <KeyCap of={KEYS.close} />
    </div>
  );
}

function Entry({
  id,
  command,
  selected,
  heading,
  onPoint,
  onRun,
}: {
  id: string;
  command: Command;
  selected: boolean;
  heading: ReactNode;
  onPoint: () => void;
  onRun: () => void;
}) {
  return (
    <>
      {heading !== null && (
        <div className={s.group} role="presentation">
          {heading}
        </div>
      )}
      {/* The palette handles keys; the row only needs the pointer. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={selected}
        aria-disabled={command.disabled ?? false}
        className={cx(s.entry, selected && s.selected, command.disabled === true && s.off)}
        onPointerMove={onPoint}
        onClick={onRun}
      >
        <span className="nowrap">{command.label}</span>
        {command.aside !== undefined && (
          <span className="grow cut ink3">
            <Quote bare>{command.aside}</Quote>
          </span>
        )}
        {command.keys !== undefined && (
          <span className={s.keys}>
            <KeyCap of={command.keys} />
          </span>
        )}
      </div>
    </>
  );
}
