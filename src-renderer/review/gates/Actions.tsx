// The action bar: Reject and other actions at the left, where the document goes beside the primary button, which
// never moves. The reject form opens in the same bar.
import type { Keys } from "../../../src-shared/shortcuts.ts";
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useId, useRef } from "react";
import type { ReactNode } from "react";
import { useT } from "../../i18n/index.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/controls/Icon.tsx";
import { AttentionIcon, InfoIcon, OpenIcon, StopIcon } from "../../ui/controls/icons.ts";
import { ariaKeys } from "../../ui/controls/keys.ts";
import { Menu } from "../../ui/controls/Menu.tsx";
import type { MenuItem } from "../../ui/controls/Menu.tsx";
import { Tooltip } from "../../ui/layout/Tooltip.tsx";
import type { DisabledReason } from "./disabledReasons.tsx";
import { RejectForm } from "./RejectForm.tsx";
import { useRoom } from "./useRoom.ts";
import s from "./Actions.module.css";
import type { Reject } from "./RejectForm.tsx";

export interface Other {
  id: string;
  label: string;
  keys?: Keys;
  disabled?: boolean;
  /** Why it is disabled, if that lasts. */
  why?: string | undefined;
  /** Tooltip. */
  hint?: string;
  run: () => void;
}

export interface ActionsProps {
  /** `reviews`: it shows the next serious finding and decides nothing. */
  primary: { label: string; disabled: boolean; reviews?: boolean; run: () => void };
  /** Two short lines: where the document goes. */
  sends: { first: ReactNode; second: ReactNode };
  /** Why the primary button is disabled; shown in place of `sends`. */
  off: DisabledReason | null;
  /** By importance: those without room move into the menu, the last first. */
  others: readonly Other[];
  /** Always in the menu. */
  more?: readonly Other[];
  reject: Reject | null;
  /** In place of Reject, for kinds of requests with a refusal of their own; asks for no reason. */
  decline?: Other;
  /** In place of Reject while a model generates. */
  stop: { run: () => void; hint: string } | null;
  /** False while the guard blocks decisions, including Reject. */
  guardOn: boolean;
  rejecting: boolean;
  onRejecting: (open: boolean) => void;
  narrow: boolean;
}

const TONES = { new: "warn", warn: s.why, calm: s.goes, serious: s.serious };

export function Actions(props: ActionsProps) {
  const { primary, off, sends, rejecting, reject, others } = props;
  const asking = rejecting && reject !== null;
  const said = off ?? sends;
  const calm = off === null || off.tone === "calm";
  const why = useId();
  const none = off?.all === true ? { "aria-disabled": true, "aria-describedby": why } : null;
  const bar = useRef<HTMLElement>(null);
  const what = others.map(({ label, why = "" }) => `${label} ${why}`).join("\n");
  const count = asking ? 0 : others.length;
  const step = useRoom(bar, asking ? "asking" : what, props.narrow ? count : 0, count + 1);
  return (
    <footer ref={bar} className={s.bar}>
      {asking ? (
        <RejectForm
          reject={reject}
          guardOn={props.guardOn}
          onKeep={() => props.onRejecting(false)}
        />
      ) : (
        <>
          <Left {...props} none={none} shown={Math.max(0, count - step)} />
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
      )}
      {asking && <span className="grow" />}
      <Button
        level={primary.reviews === true ? "review" : "primary"}
        icon={primary.reviews === true ? AttentionIcon : undefined}
        fixed
        keys={KEYS.approve}
        data-testid="primary"
        data-decides="approve"
        {...(primary.reviews === true ? {} : none)}
        disabled={(primary.disabled && none === null) || asking}
        onClick={primary.run}
      >
        {primary.label}
      </Button>
    </footer>
  );
}

const NONE: readonly Other[] = [];

/** Reject, or Stop, and the other actions that have room. */
function Left({
  others,
  more = NONE,
  reject,
  decline,
  stop,
  onRejecting,
  none,
  shown,
}: ActionsProps & {
  /** Of buttons that stay in reach of the keyboard, as nothing can be decided. */
  none: { "aria-disabled": boolean; "aria-describedby": string } | null;
  shown: number;
}) {
  const t = useT();
  const inMenu = [...others.slice(shown), ...more];
  return (
    <>
      {stop !== null ? (
        <>
          <Button icon={StopIcon} keys={KEYS.stop} onClick={stop.run}>
            {t("review.stop")}
          </Button>
          <span className={s.hint}>{stop.hint}</span>
        </>
      ) : (
        reject !== null && (
          <Button
            {...none}
            aria-keyshortcuts={ariaKeys(KEYS.reject)}
            onClick={none === null ? () => onRejecting(true) : undefined}
          >
            {t("review.reject.open")}
          </Button>
        )
      )}
      {decline !== undefined && (
        <Button
          aria-keyshortcuts={decline.keys && ariaKeys(decline.keys)}
          {...none}
          disabled={decline.disabled === true && none === null}
          onClick={decline.run}
        >
          {decline.label}
        </Button>
      )}
      {shown > 0 && (stop !== null || reject !== null || decline !== undefined) && (
        <span className={s.cut} />
      )}
      {others.slice(0, shown).map((other) => (
        <OtherButton key={other.id} other={other} />
      ))}
      {inMenu.length > 0 && (
        <Menu align="start" items={inMenu.map(itemOf)}>
          <Button level="plain" className={s.word} data-has={inMenu.map(({ id }) => id).join(" ")}>
            {t("review.more")}
            <Icon of={OpenIcon} />
          </Button>
        </Menu>
      )}
    </>
  );
}

const itemOf = ({ why, label, run, ...other }: Other): MenuItem => ({
  ...other,
  label: why === undefined ? label : `${label} (${why})`,
  onSelect: run,
});

function OtherButton({
  other: { id, label, keys, disabled = false, why, hint, run },
}: {
  other: Other;
}) {
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
    <>
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
    </>
  );
}
