// One find bar for all texts of a page: the search text, "3 of 12", next and previous. Escape returns the focus to
// where it was.
import { useEffect, useMemo, useRef } from "react";
import type { ComponentType, KeyboardEvent, ReactNode } from "react";
import { KEYS } from "#shared/shortcuts.ts";
import type { Keys } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { IconButton } from "../controls/Button.tsx";
import { Icon } from "../controls/Icon.tsx";
import { CloseIcon, DownIcon, SearchIcon, UpIcon } from "../controls/icons.ts";
import { FinderContext, MATCHES_MAX } from "./finder.ts";
import { useFind } from "./useFind.ts";
import s from "./FindBar.module.css";

type Finding = ReturnType<typeof useFind>;

interface FindAction {
  id: string;
  group: "request";
  label: string;
  keys: Keys;
  whileTyping?: boolean;
  disabled?: boolean;
  hidden?: boolean;
  run: () => void;
}
/** Registers the actions for shortcuts and the palette. */
type Offers = ComponentType<{ owner: string; actions: readonly FindAction[] }>;

/** A page whose texts are searched together, with the find bar above them while it is open. */
export function FindPage({
  offers: Offers,
  children,
}: {
  offers: Offers;
  children: (bar: ReactNode) => ReactNode;
}) {
  const find = useFind();
  const field = useRef<HTMLInputElement>(null);
  const actions = useFindActions(find, () => {
    find.open();
    field.current?.focus();
    field.current?.select();
  });
  return (
    <FinderContext value={find.finder}>
      <Offers owner="find" actions={actions} />
      {children(find.isOpen ? <FindBar find={find} field={field} /> : null)}
    </FinderContext>
  );
}

function useFindActions(find: Finding, open: () => void): readonly FindAction[] {
  const t = useT();
  const now = useRef({ find, open });
  now.current = { find, open };
  const { isOpen } = find;
  return useMemo((): FindAction[] => {
    const step = (id: "findNext" | "findBefore", by: 1 | -1): FindAction => ({
      id,
      group: "request",
      label: t(`editor.find.${by === 1 ? "next" : "previous"}`),
      keys: KEYS[id],
      whileTyping: true,
      disabled: !isOpen,
      hidden: !isOpen,
      run: () => now.current.find.step(by),
    });
    return [
      {
        id: "find",
        group: "request",
        label: t("editor.find.open"),
        keys: KEYS.find,
        run: () => now.current.open(),
      },
      step("findNext", 1),
      step("findBefore", -1),
    ];
  }, [t, isOpen]);
}

function FindBar({
  find,
  field,
}: {
  find: Finding;
  field: React.RefObject<HTMLInputElement | null>;
}) {
  const t = useT();
  const { words, count, index, step, close, write } = find;
  useEffect(() => {
    field.current?.focus();
    // When opened from the palette, the palette restores its focus first.
    const timer = setTimeout(() => field.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, [field]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const none = count === 0;
  return (
    // Keys of the field and of its buttons alike.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="search" className={s.bar} aria-label={t("editor.find.open")} onKeyDown={onKey}>
      <Icon of={SearchIcon} />
      <input
        ref={field}
        className={s.field}
        value={words ?? ""}
        placeholder={t("editor.find.open")}
        aria-label={t("editor.find.open")}
        spellCheck={false}
        onChange={(event) => write(event.target.value)}
      />
      <span className={s.count} role="status">
        {words !== "" &&
          (none
            ? t("common.noMatches")
            : t(count < MATCHES_MAX ? "editor.find.at" : "editor.find.atMost", {
                at: index + 1,
                count,
              }))}
      </span>
      <IconButton
        icon={UpIcon}
        label={t("editor.find.previous")}
        keys={KEYS.findBefore}
        disabled={none}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={DownIcon}
        label={t("editor.find.next")}
        keys={KEYS.findNext}
        disabled={none}
        onClick={() => step(1)}
      />
      <IconButton icon={CloseIcon} label={t("common.close")} keys={KEYS.close} onClick={close} />
    </div>
  );
}
