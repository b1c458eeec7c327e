// The form's own inputs: text that grows, a number as typed, a value as JSON.
import { useLayoutEffect, useRef, useState } from "react";
import type { Json } from "../../../src-shared/json.ts";
import { useT } from "../../i18n/index.ts";
import { NumberInput, TextArea } from "../../ui/controls/Field.tsx";
import type { FieldWiring } from "../../ui/controls/Field.tsx";
import { useUnreadable } from "./unreadable.ts";
import { FaultLine } from "./FaultLine.tsx";
import s from "./Form.module.css";

export type Wiring = FieldWiring | { "aria-label": string };

/** Lines shown before the field scrolls. */
const MOST_LINES = 12;
const LINE_PX = 20;
const AROUND_PX = 10;

/** Text of any length: one line at first, growing with the input. May contain line breaks. */
export function GrowingText({
  wiring,
  value,
  placeholder,
  onValue,
}: {
  wiring: Wiring;
  value: Json | undefined;
  placeholder: string;
  onValue: (text: string) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = "0";
    const wanted = Math.min(element.scrollHeight + 2, MOST_LINES * LINE_PX + AROUND_PX);
    element.style.height = `${wanted}px`;
  }, [text]);
  return (
    <TextArea
      {...wiring}
      ref={area}
      wire
      rows={1}
      className={s.growing}
      placeholder={placeholder}
      value={text}
      onValue={onValue}
    />
  );
}

/**
 * A number as typed. Invalid text is kept as a string, so that the check reports it at the field and the input is not
 * changed while typing.
 */
export function NumberText({
  wiring,
  value,
  placeholder,
  onValue,
}: {
  wiring: Wiring;
  value: Json | undefined;
  placeholder: string;
  onValue: (value: Json | undefined) => void;
}) {
  const [typed, setTyped] = useState<{ text: string; value: Json | undefined } | null>(null);
  const shown =
    typed !== null && typed.value === value
      ? typed.text
      : value === undefined
        ? ""
        : typeof value === "string"
          ? value
          : JSON.stringify(value);
  return (
    <NumberInput
      {...wiring}
      text={shown}
      placeholder={placeholder}
      onText={(text, number) => {
        const next = text.trim() === "" ? undefined : (number ?? text);
        setTyped({ text, value: next });
        onValue(next);
      }}
    />
  );
}

/** Any value as JSON. Text that does not parse is kept here, and the value becomes undefined. */
export function JsonText({
  wiring,
  value,
  placeholder,
  onValue,
}: {
  wiring: Wiring;
  value: Json | undefined;
  placeholder: string;
  onValue: (value: Json | undefined) => void;
}) {
  const t = useT();
  const [typed, setTyped] = useState<{ text: string; value: string | undefined } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useUnreadable(fault !== null);
  const now = value === undefined ? undefined : JSON.stringify(value);
  const shown =
    typed !== null && typed.value === now
      ? typed.text
      : value === undefined
        ? ""
        : JSON.stringify(value, null, 2);
  const type = (text: string): void => {
    if (text.trim() === "") {
      setFault(null);
      setTyped({ text, value: undefined });
      onValue(undefined);
      return;
    }
    try {
      const next = JSON.parse(text) as Json;
      setFault(null);
      setTyped({ text, value: JSON.stringify(next) });
      onValue(next);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      // Not a value yet: the previous value must not be sent instead.
      setTyped({ text, value: undefined });
      onValue(undefined);
    }
  };
  return (
    <>
      <TextArea
        {...wiring}
        wire
        rows={3}
        placeholder={placeholder === "" ? "{ }" : placeholder}
        value={shown}
        onValue={type}
      />
      {fault !== null && <FaultLine text={t("workbench.form.notJson")} quote={fault} />}
    </>
  );
}
