// A one-line notice of what was just done: it closes after a while, unless it has the pointer or the focus.
import { useEffect, useMemo, useState } from "react";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { actOnNotice, closeNotice, useNotice } from "#data/notice.ts";
import { useView } from "#data/view.ts";
import type { Action } from "#data/view.ts";
import { IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { CloseIcon, DoneIcon } from "#kit/controls/icons.ts";
import { ariaKeys } from "#kit/controls/keys.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import s from "./NoticeLine.module.css";

const SHOWN_MS = 6000;

/** Always rendered, since a screen reader announces only changes in a live region it knows. */
export function NoticeLine() {
  const t = useT();
  const notice = useNotice();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const kept = hovered || focused;
  useEffect(() => {
    if (notice === null) {
      setHovered(false);
      setFocused(false);
    } else if (!kept) {
      const timer = setTimeout(closeNotice, SHOWN_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [notice, kept]);
  const room = useView(({ screen }) => screen);
  const isHere = notice?.keysIn === undefined || notice.keysIn === room;
  const action = notice?.action;
  const keys = isHere ? action?.keys : undefined;
  useActions(
    "notice",
    useMemo(
      (): Action[] =>
        action === undefined
          ? []
          : [{ id: "notice", group: "app", ...action, keys, run: actOnNotice }],
      [action, keys],
    ),
  );
  return (
    <div
      className={cx(s.host, notice !== null && s.line)}
      data-notice=""
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {notice !== null && (notice.icon ?? <Icon of={DoneIcon} className="ok" />)}
      <span role="status" className="cut">
        {notice?.says}
      </span>
      {action !== undefined && (
        <>
          <span className="ink3" aria-hidden="true">
            ·
          </span>
          <LinkButton
            className="nowrap"
            onClick={actOnNotice}
            aria-keyshortcuts={keys && ariaKeys(keys)}
          >
            {action.label}
          </LinkButton>
          {keys !== undefined && <KeyCap of={keys} />}
        </>
      )}
      {notice !== null && (
        <IconButton icon={CloseIcon} label={t("common.close")} onClick={closeNotice} />
      )}
    </div>
  );
}
