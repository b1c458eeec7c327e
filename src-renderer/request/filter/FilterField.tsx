// The filter field: a combobox (WAI-ARIA, "Combobox With Manual Selection") that suggests fields and values while the
// user types and underlines errors.
import { KEYS } from "#shared/shortcuts.ts";
import { useId, useImperativeHandle, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, Ref, RefObject } from "react";
import { Popover } from "radix-ui";
import { complete } from "#shared/filter/complete.ts";
import type { Completions, Known } from "#shared/filter/complete.ts";
import type { FieldName } from "#shared/filter/fields.ts";
import type { FilterFault } from "#shared/filter/query.ts";
import { useT } from "#words/index.ts";
import { cx } from "#kit/cx.ts";
import { FilterOffers } from "./FilterOffers.tsx";
import { shownWords } from "./filterWords.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { CloseIcon } from "#kit/controls/icons.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import s from "./FilterField.module.css";

export interface FilterFieldProps {
  text: string;
  onText: (text: string) => void;
  /** Underlined in the text. */
  faults: readonly FilterFault[];
  /** The id of the line that describes the errors. */
  faultsId: string;
  label: string;
  placeholder: string;
  icon: ReactNode;
  /** Values that only the screen knows; called when suggestions are needed. */
  known: () => Known;
  /** The user finished typing; `toList`: move the focus to the list. */
  onLeave: (toList: boolean) => void;
  ref?: Ref<HTMLInputElement>;
  className?: string | undefined;
  /** False if no shortcut of the screen focuses this field. */
  hotkey?: boolean;
  /** The text is not a temporary search: Escape does not clear it. */
  keeps?: boolean;
}

export function FilterField(props: FilterFieldProps) {
  const { text, faults } = props;
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { offers, active, setActive, close, write, accept, onKey } = useOffers(props, input);
  const under = useRef<HTMLDivElement>(null);
  // The suggestions are rendered inside the field's own landmark.
  const [box, setBox] = useState<HTMLElement | null>(null);
  useImperativeHandle(props.ref, () => input.current as HTMLInputElement, []);

  const scrolled = (): void => {
    if (under.current !== null) under.current.scrollLeft = input.current?.scrollLeft ?? 0;
  };
  const open = offers !== null;
  return (
    <Popover.Root open={open}>
      <Popover.Anchor asChild>
        <span ref={setBox} className={cx(s.field, faults.length > 0 && s.faulty, props.className)}>
          {props.icon}
          <span className={s.text}>
            <div ref={under} className={s.under} aria-hidden="true">
              {marked(text, faults)}
            </div>
            <input
              ref={input}
              className={s.input}
              value={text}
              placeholder={props.placeholder}
              aria-label={props.label}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={open}
              aria-controls={open ? `${id}-offers` : undefined}
              aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
              aria-invalid={faults.length > 0 ? true : undefined}
              aria-describedby={faults.length > 0 ? props.faultsId : undefined}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) =>
                write(target.value, target.selectionStart ?? target.value.length)
              }
              onKeyDown={onKey}
              onScroll={scrolled}
              onSelect={scrolled}
              onBlur={() => {
                close();
                props.onLeave(false);
              }}
            />
          </span>
          {text === "" ? (
            props.hotkey !== false && <KeyCap of={KEYS.filter} />
          ) : (
            <button
              type="button"
              className={s.clear}
              aria-label={t("filter.clear")}
              onClick={() => {
                props.onText("");
                input.current?.focus();
              }}
            >
              <Icon of={CloseIcon} />
            </button>
          )}
          <span className="sr" role="status">
            {open ? t("filter.count", { count: offers.items.length }) : ""}
          </span>
        </span>
      </Popover.Anchor>
      {open && (
        <FilterOffers
          id={id}
          container={box}
          offers={offers.items}
          active={active}
          onPoint={setActive}
          onAccept={accept}
        />
      )}
    </Popover.Root>
  );
}

/** The suggestions, which of them is active, and the keys that move through them. */
function useOffers(props: FilterFieldProps, input: RefObject<HTMLInputElement | null>) {
  const { text } = props;
  const t = useT();
  const [offers, setOffers] = useState<Completions | null>(null);
  const [active, setActive] = useState(-1);
  const close = (): void => {
    setOffers(null);
    setActive(-1);
  };
  const offer = (written: string, caret: number): void => {
    const shown = (field: FieldName, value: string): string => shownWords(t, field, value);
    setOffers(complete(written, caret, props.known(), shown));
    setActive(-1);
  };
  const write = (next: string, caret: number): void => {
    props.onText(next);
    // An empty field or a space after a term opens no suggestions, so that the list stays visible.
    if (next === "" || /\s$/u.test(next.slice(0, caret))) close();
    else offer(next, caret);
  };
  const accept = (index: number): void => {
    const chosen = offers?.items[index];
    const element = input.current;
    if (offers === null || chosen === undefined || element === null) return;
    const next = text.slice(0, offers.start) + chosen.insert + text.slice(offers.end);
    const caret = offers.start + chosen.insert.length;
    // Inserted through the element itself, so that the caret ends up after the text and undo works.
    element.setSelectionRange(offers.start, offers.end);
    element.focus();
    if (!document.execCommand("insertText", false, chosen.insert)) write(next, caret);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const done = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const count = offers?.items.length ?? 0;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      done();
      if (count > 0)
        setActive((active + step + (active === -1 && step === -1 ? 1 : 0) + count) % count);
      else if (step === 1) offer(text, event.currentTarget.selectionStart ?? text.length);
    } else if ((event.key === "Enter" || event.key === "Tab") && active >= 0) {
      done();
      accept(active);
    } else if (event.key === "Enter") {
      done();
      close();
      props.onLeave(true);
    } else if (event.key === "Escape") {
      done();
      if (offers !== null) close();
      else if (text !== "" && props.keeps !== true) props.onText("");
      else props.onLeave(true);
    }
  };
  return { offers, active, setActive, close, write, accept, onKey };
}

/** A transparent copy of the text, which carries the underlines of errors. */
function marked(text: string, faults: readonly FilterFault[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of faults) {
    if (start < at) continue;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
