// The reject form in the action bar: an optional reason, and whether the server or program is told.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useRef, useState } from "react";
import { isComposing } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Input } from "#kit/controls/Field.tsx";
import s from "./Actions.module.css";

export interface Reject {
  /** What the server gets, in words. */
  effect: string;
  /** Who can be told the reason, as it gets an error; null: nobody. An agent always is. */
  tells: "server" | "program" | "host" | "agent" | null;
  /** Reasons to begin with. */
  suggestions?: readonly string[];
  run: (note: string, tellServer: boolean) => void;
}

/** Enter on a checkbox confirms, as in the text field; on a button it presses the button. */
const isButton = (target: EventTarget): boolean =>
  target instanceof Element && target.matches("button:not([role=checkbox])");

export function RejectForm({
  reject,
  reason = null,
  guardOn,
  onKeep,
}: {
  reject: Reject;
  /** That it begins with. */
  reason?: string | null;
  guardOn: boolean;
  onKeep: () => void;
}) {
  const t = useT();
  const [note, setNote] = useState(reason ?? "");
  const [tell, setTell] = useState(false);
  const { tells, suggestions = [] } = reject;
  const isRead = tells === "agent";
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const run = (): void => {
    if (guardOn) reject.run(note.trim(), (tell || isRead) && note.trim() !== "");
  };
  return (
    // Listens for the whole form, wherever the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={s.form}
      aria-label={t("review.reject.title")}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || isComposing()) return;
        if (event.key === "Escape") {
          event.stopPropagation();
          onKeep();
        } else if (event.key === "Enter" && !isButton(event.target)) {
          event.preventDefault();
          if (!event.repeat) run();
        }
      }}
    >
      {isRead ? (
        <div className={s.suggested}>
          <span className={s.effect}>{reject.effect}</span>
          {suggestions.map((words) => (
            <Button
              key={words}
              size="s"
              onClick={() => {
                setNote(words);
                input.current?.focus();
              }}
            >
              {words}
            </Button>
          ))}
        </div>
      ) : (
        <>
          <b className={s.title}>{t("review.reject.title")}</b>
          <span className={s.effect}>{reject.effect}</span>
        </>
      )}
      <span className={s.note}>
        <Input
          ref={input}
          className={s.reason}
          value={note}
          maxLength={10_000}
          title={reject.effect}
          placeholder={t(
            isRead
              ? "action.reject.without"
              : tell && tells !== null
                ? `review.reject.reasonTold.${tells}`
                : "review.reject.reason",
          )}
          aria-label={t("review.reject.reasonLabel")}
          onValue={setNote}
        />
        {tells !== null && !isRead && (
          <span className={s.tell}>
            <Checkbox checked={tell} onChange={setTell}>
              {t(`review.reject.tell.${tells}`)}
            </Checkbox>
          </span>
        )}
      </span>
      <Button level="danger" keys={KEYS.confirm} disabled={!guardOn} onClick={run}>
        {t("common.rejectTitle")}
      </Button>
      <Button level="plain" keys={KEYS.close} onClick={onKeep}>
        {t("common.keep")}
      </Button>
    </form>
  );
}
