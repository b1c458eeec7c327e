// The action bar: reject and the gate's other actions at the left, what goes where beside the primary,
// the primary always in the same rectangle at the right. Rejecting is asked for in the same bar.
import { Fragment, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { isComposing } from "../editor/index.ts";
import { useT } from "../i18n/index.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Input } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CloseIcon, InfoIcon, MoreIcon, StopIcon } from "../ui/icons.ts";
import type { IconKind } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import s from "./Actions.module.css";

export interface Other {
  id: string;
  label: string;
  icon: IconKind;
  keys?: string;
  disabled?: boolean;
  /** Why it is off, in words, where that lasts. */
  why?: string | undefined;
  /** As its icon alone, named by its tooltip: the line beside the primary needs the room. */
  brief?: true;
  run: () => void;
}

export interface Reject {
  /** What the server gets: the error, or that its call is not repeated. */
  effect: string;
  /** The reason can travel: only where the server gets an error at all. */
  canTell: boolean;
  run: (note: string, tellServer: boolean) => void;
}

export interface ActionsProps {
  primary: { label: string; disabled: boolean; run: () => void };
  /** Two short lines: what goes where. */
  sends: { first: ReactNode; second: ReactNode };
  /** Why the primary is off, in place of `sends`; `new` when something changed under the hand. */
  off: { first: ReactNode; second: ReactNode; tone: "new" | "warn" } | null;
  others: readonly Other[];
  reject: Reject | null;
  /** Takes the place of Reject while a model works. */
  stop: { run: () => void; hint: string } | null;
  /** False while nothing may be decided: reject waits as well. */
  armed: boolean;
  rejecting: boolean;
  onRejecting: (open: boolean) => void;
  narrow: boolean;
}

export function Actions(props: ActionsProps) {
  const { primary, off, sends, rejecting, reject } = props;
  const asking = rejecting && reject !== null;
  const said = off ?? sends;
  return (
    <footer className={s.bar}>
      {asking ? (
        <RejectForm reject={reject} armed={props.armed} onKeep={() => props.onRejecting(false)} />
      ) : (
        <>
          <Left {...props} />
          <div className={s.sends} role="status">
            <p className={off === null ? undefined : off.tone === "new" ? "warn" : s.why}>
              {off !== null && <Icon of={InfoIcon} />} {said.first}
            </p>
            <p>{said.second}</p>
          </div>
        </>
      )}
      {asking && <span className="grow" />}
      <Button
        level="primary"
        fixed
        keys="Mod+Enter"
        data-testid="primary"
        disabled={primary.disabled || asking}
        onClick={primary.run}
      >
        {primary.label}
      </Button>
    </footer>
  );
}

function Left({ others, reject, stop, onRejecting, narrow }: ActionsProps) {
  const t = useT();
  return (
    <>
      {stop !== null ? (
        <>
          <Button icon={StopIcon} keys="Escape" onClick={stop.run}>
            {t("review.stop")}
          </Button>
          <span className={s.hint}>{stop.hint}</span>
        </>
      ) : (
        reject !== null && (
          <Button level="plain" icon={CloseIcon} onClick={() => onRejecting(true)}>
            {t("review.reject.open")}
          </Button>
        )
      )}
      {others.length > 0 && !narrow && (stop !== null || reject !== null) && (
        <span className={s.cut} />
      )}
      {narrow && others.length > 0 ? (
        <Menu
          align="start"
          items={others.map((other) => ({
            ...other,
            label: other.why === undefined ? other.label : `${other.label} (${other.why})`,
            onSelect: other.run,
          }))}
        >
          <IconButton icon={MoreIcon} label={t("common.more")} size="m" />
        </Menu>
      ) : (
        others.map((other) => (
          <Fragment key={other.id}>
            {other.brief === true ? (
              <IconButton
                icon={other.icon}
                label={other.label}
                keys={other.keys}
                size="m"
                onClick={other.run}
              />
            ) : (
              <Button
                level="plain"
                aria-describedby={other.why === undefined ? undefined : `why-${other.id}`}
                icon={other.icon}
                keys={other.keys}
                disabled={other.disabled ?? false}
                onClick={other.run}
              >
                {other.label}
              </Button>
            )}
            {other.why !== undefined && (
              <span id={`why-${other.id}`} className={s.hint} title={other.why}>
                {other.why}
              </span>
            )}
          </Fragment>
        ))
      )}
    </>
  );
}

function RejectForm({
  reject,
  armed,
  onKeep,
}: {
  reject: Reject;
  armed: boolean;
  onKeep: () => void;
}) {
  const t = useT();
  const [note, setNote] = useState("");
  const [tell, setTell] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const run = (): void => {
    if (armed) reject.run(note.trim(), tell && note.trim() !== "");
  };
  return (
    // Enter and Escape are heard for the whole form, whichever of its parts has the focus.
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
        } else if (event.key === "Enter" && event.target === input.current) {
          event.preventDefault();
          if (!event.repeat) run();
        }
      }}
    >
      <b className={s.title}>{t("review.reject.title")}</b>
      <span className={s.effect}>{reject.effect}</span>
      <span className={s.note}>
        <Input
          ref={input}
          className={s.reason}
          value={note}
          maxLength={10_000}
          title={reject.effect}
          placeholder={t(tell ? "review.reject.reasonTold" : "review.reject.reason")}
          aria-label={t("review.reject.reasonLabel")}
          onValue={setNote}
        />
        {reject.canTell && (
          <span className={s.tell}>
            <Checkbox checked={tell} onChange={setTell}>
              {t("review.reject.tell")}
            </Checkbox>
          </span>
        )}
      </span>
      <Button level="danger" keys="Enter" disabled={!armed} onClick={run}>
        {t("review.reject.confirm")}
      </Button>
      <Button level="plain" keys="Escape" onClick={onKeep}>
        {t("review.reject.keep")}
      </Button>
    </form>
  );
}
