// The action bar: the rejection and other actions at the left, where the document goes beside the primary button, which
// never moves. The reject form opens in the same bar.
import { Fragment, useId, useRef } from "react";
import type { ReactNode } from "react";
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { RejectForm } from "./RejectForm.tsx";
import { useRoom } from "./useRoom.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon, InfoIcon, OpenIcon, StopIcon } from "#kit/controls/icons.ts";
import { ariaKeys } from "#kit/controls/keys.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { cx } from "#kit/cx.ts";
import { Tooltip } from "#kit/overlays/Tooltip.tsx";
import type { Decision } from "./decision.ts";
import type { Other } from "../gate.ts";
import s from "./Actions.module.css";

interface Props {
  decision: Decision;
  /** The reason that the reject form begins with; null: it is closed. */
  rejecting: string | null;
  onRejecting: (reason: string | null) => void;
  narrow: boolean;
}

const TONES = { new: "warn", warn: s.why, calm: s.goes, serious: s.serious };

export function ActionBar({ decision, rejecting, onRejecting, narrow }: Props) {
  const t = useT();
  const { primary, off, sends, rejectForm, others, more, guardOn, isShut } = decision;
  const form = rejecting === null ? null : rejectForm;
  const said = off ?? sends;
  const calm = off === null || off.tone === "calm";
  const why = useId();
  const shut: Shut = isShut ? { "aria-disabled": true, "aria-describedby": why } : null;
  const bar = useRef<HTMLElement>(null);
  const what = others.map(({ label, why = "" }) => `${label} ${why}`).join("\n");
  const count = form === null ? others.length : 0;
  const step = useRoom(bar, form === null ? what : "asking", narrow ? count : 0, count + 1);
  const shown = Math.max(0, count - step);
  const inMenu = [...others.slice(shown), ...more];
  return (
    <footer ref={bar} className={s.bar}>
      {form === null ? (
        <>
          {rejectButton(t, decision, shut, () => onRejecting(""))}
          {shown > 0 && <span className={s.cut} />}
          {others.slice(0, shown).map(otherButton)}
          {inMenu.length > 0 && (
            <Menu align="start" items={inMenu.map(itemOf)}>
              <Button
                level="plain"
                className={s.word}
                data-has={inMenu.map(({ id }) => id).join(" ")}
              >
                {t("review.more")}
                <Icon of={OpenIcon} />
              </Button>
            </Menu>
          )}
          <div
            id={why}
            className={cx(s.sends, step > count && s.wraps, !calm && s.off)}
            role="status"
          >
            <p data-said="" className={calm ? s.goes : TONES[off?.tone ?? "warn"]}>
              {!calm && off?.tone !== "serious" && <Icon of={InfoIcon} />} {said.first}
            </p>{" "}
            <p data-said="">{said.second}</p>
          </div>
        </>
      ) : (
        <>
          <RejectForm
            key={rejecting}
            reject={form}
            reason={rejecting}
            guardOn={guardOn}
            onKeep={() => onRejecting(null)}
          />
          <span className="grow" />
        </>
      )}
      <Button
        level={primary.reviews ? "review" : "primary"}
        icon={primary.reviews ? AttentionIcon : undefined}
        fixed
        keys={KEYS.approve}
        data-testid="primary"
        data-decides="approve"
        {...(primary.reviews ? {} : shut)}
        disabled={primary.disabled && (shut === null || form !== null)}
        onClick={primary.run}
      >
        {primary.label}
      </Button>
    </footer>
  );
}

/** Off, but in reach of the keyboard; null: it can be pressed. */
type Shut = { "aria-disabled": boolean; "aria-describedby": string } | null;

function rejectButton(
  t: T,
  { rejection, guardOn }: Decision,
  shut: Shut,
  onReject: () => void,
): ReactNode {
  switch (rejection.kind) {
    case "stop":
      return (
        <>
          <Button icon={StopIcon} keys={KEYS.stop} onClick={rejection.run}>
            {t("common.stop")}
          </Button>
          <span className={s.hint}>{rejection.hint}</span>
        </>
      );
    case "reject":
      return (
        <Button
          {...shut}
          aria-keyshortcuts={ariaKeys(KEYS.reject)}
          onClick={shut === null ? onReject : undefined}
        >
          {rejection.label ?? t("common.reject")}
        </Button>
      );
    case "at-once":
      return (
        <Button
          aria-keyshortcuts={ariaKeys(KEYS.reject)}
          {...shut}
          disabled={!guardOn && shut === null}
          onClick={rejection.run}
        >
          {rejection.label}
        </Button>
      );
  }
}

const itemOf = ({ id, label, keys, disabled, why, run }: Other): MenuItem => ({
  id,
  label: why === undefined ? label : `${label} (${why})`,
  ...(keys === undefined ? {} : { keys }),
  ...(disabled === undefined ? {} : { disabled }),
  onSelect: run,
});

function otherButton({ id, label, keys, disabled = false, why, hint, run }: Other): ReactNode {
  const reason = why === undefined ? undefined : `why-${id}`;
  const button = (
    <Button
      level="plain"
      className={s.word}
      aria-describedby={reason}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      data-decides={id}
      title={hint}
      disabled={disabled}
      onClick={run}
    >
      {label}
    </Button>
  );
  return (
    <Fragment key={id}>
      {keys === undefined ? (
        button
      ) : (
        <Tooltip text={label} keys={keys} side="top">
          {button}
        </Tooltip>
      )}
      {why !== undefined && (
        <span id={reason} className={s.hint} title={why}>
          {why}
        </span>
      )}
    </Fragment>
  );
}
