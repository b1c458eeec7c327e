// The action bar: reject and the gate's other actions at the left, what goes where beside the primary,
// the primary always in the same rectangle at the right. Rejecting is asked for in the same bar.
import type { Keys } from "../../../src-shared/shortcuts.ts";
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useRef } from "react";
import type { ReactNode } from "react";
import { useT } from "../../i18n/index.ts";
import { Button, IconButton } from "../../ui/controls/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/controls/Icon.tsx";
import { CloseIcon, InfoIcon, MoreIcon, StopIcon } from "../../ui/controls/icons.ts";
import type { IconKind } from "../../ui/controls/Icon.tsx";
import { Menu } from "../../ui/controls/Menu.tsx";
import { RejectForm } from "./RejectForm.tsx";
import { ROOM, useRoom } from "./useRoom.ts";
import type { Room } from "./useRoom.ts";
import s from "./Actions.module.css";
import type { Reject } from "./RejectForm.tsx";

export interface Other {
  id: string;
  label: string;
  icon: IconKind;
  keys?: Keys;
  disabled?: boolean;
  /** Why it is off, in words, where that lasts. */
  why?: string | undefined;
  /** As its icon alone, named by its tooltip: the line beside the primary needs the room. */
  brief?: true;
  run: () => void;
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
  const bar = useRef<HTMLElement>(null);
  const what = props.others.map(({ id, label, why = "" }) => `${id} ${label} ${why}`).join("\n");
  const room = useRoom(bar, asking ? "asking" : what, props.narrow ? ROOM.menu : ROOM.all);
  return (
    <footer ref={bar} className={s.bar}>
      {asking ? (
        <RejectForm reject={reject} armed={props.armed} onKeep={() => props.onRejecting(false)} />
      ) : (
        <>
          <Left {...props} room={room} />
          <div
            className={cx(s.sends, room === ROOM.wraps && s.wraps, off !== null && s.off)}
            role="status"
          >
            <p data-said="" className={off === null ? s.goes : off.tone === "new" ? "warn" : s.why}>
              {off !== null && <Icon of={InfoIcon} />} {said.first}
            </p>{" "}
            <p data-said="">{said.second}</p>
          </div>
        </>
      )}
      {asking && <span className="grow" />}
      <Button
        level="primary"
        fixed
        keys={KEYS.approve}
        data-testid="primary"
        disabled={primary.disabled || asking}
        onClick={primary.run}
      >
        {primary.label}
      </Button>
    </footer>
  );
}

function Left({ others, reject, stop, onRejecting, room }: ActionsProps & { room: Room }) {
  const t = useT();
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
          <Button level="plain" icon={CloseIcon} onClick={() => onRejecting(true)}>
            {t("review.reject.open")}
          </Button>
        )
      )}
      {others.length > 0 && room < ROOM.menu && (stop !== null || reject !== null) && (
        <span className={s.cut} />
      )}
      {others.length === 0 ? null : room < ROOM.menu ? (
        others.map((other) => <OtherButton key={other.id} other={other} room={room} />)
      ) : (
        <Menu
          align="start"
          items={others.map((other) => ({
            ...other,
            label: withWhy(other),
            onSelect: other.run,
          }))}
        >
          <IconButton icon={MoreIcon} label={t("common.more")} size="m" />
        </Menu>
      )}
    </>
  );
}

const withWhy = ({ label, why }: Other): string =>
  why === undefined ? label : `${label} (${why})`;

function OtherButton({ other, room }: { other: Other; room: Room }) {
  if (other.brief === true || room >= ROOM.icons) {
    return (
      <IconButton
        icon={other.icon}
        label={withWhy(other)}
        keys={other.keys}
        size="m"
        disabled={other.disabled ?? false}
        onClick={other.run}
      />
    );
  }
  const why = other.why === undefined ? undefined : `why-${other.id}`;
  return (
    <>
      <Button
        level="plain"
        aria-describedby={why}
        icon={other.icon}
        keys={other.keys}
        disabled={other.disabled ?? false}
        onClick={other.run}
      >
        {other.label}
      </Button>
      {why !== undefined && (
        <span id={why} className={s.hint} title={other.why}>
          {other.why}
        </span>
      )}
    </>
  );
}
