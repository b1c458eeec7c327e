// Dialogs: one for forms and content, one that confirms what can't be undone.
import { KEYS } from "#shared/shortcuts.ts";
import type { KeyboardEvent, ReactNode } from "react";
import { AlertDialog, Dialog as Radix } from "radix-ui";
import { useT } from "#words/index.ts";
import { Button, IconButton } from "../controls/Button.tsx";
import { cx } from "../cx.ts";
import { CloseIcon } from "../controls/icons.ts";
import { isMac } from "../controls/keys.ts";
import { useOpener } from "../hooks/opener.ts";
import { OverRoom } from "./Tooltip.tsx";
import s from "./Dialog.module.css";

/** Ctrl+Enter anywhere; Enter on a radio button or checkbox, where it has no use of its own. */
function confirms({ key, nativeEvent, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key !== "Enter" || nativeEvent.isComposing) return false;
  const isChoice =
    target instanceof Element && target.matches("input[type=radio], [role=checkbox]");
  return isChoice || (isMac ? metaKey : ctrlKey);
}

/**
 * @param foot buttons at the bottom right, the primary one last
 * @param onConfirm runs on Ctrl+Enter; does what the primary button does
 */
export function Dialog({
  open,
  onClose,
  onConfirm,
  title,
  intro,
  wide = false,
  full = false,
  plain = null,
  foot,
  children,
}: {
  open: boolean;
  onClose: () => void;
  onConfirm?: () => void;
  title: ReactNode;
  intro?: ReactNode;
  wide?: boolean;
  /** Fills the window. */
  full?: boolean;
  /**
   * The accessible name of a read-only body without focusable elements, which is made focusable so that keys can
   * scroll it.
   */
  plain?: string | null;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  const opener = useOpener();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={s.scrim} />
        <Radix.Content
          className={cx(s.dialog, wide && s.wide, full && s.full)}
          {...opener}
          onKeyDownCapture={(event) => {
            if (onConfirm === undefined || !confirms(event)) return;
            event.preventDefault();
            event.stopPropagation();
            if (!event.repeat) onConfirm();
          }}
          {...(intro === undefined ? { "aria-describedby": undefined } : {})}
        >
          <OverRoom value={true}>
            <header className={s.head}>
              <Radix.Title className={s.title}>{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon={CloseIcon} label={t("common.close")} keys={KEYS.close} />
              </Radix.Close>
            </header>
            {intro !== undefined && (
              <Radix.Description className={s.intro}>{intro}</Radix.Description>
            )}
            <div
              className={s.body}
              {...(plain === null ? {} : { tabIndex: 0, role: "region", "aria-label": plain })}
            >
              {children}
            </div>
            {foot !== undefined && <footer className={s.foot}>{foot}</footer>}
          </OverRoom>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Confirms something that can't be undone. The focus starts on Cancel. */
export function ConfirmDialog({
  open,
  title,
  body,
  confirm,
  cancel,
  danger = false,
  guardOn = true,
  onConfirm,
  onCancel,
  children,
}: {
  open: boolean;
  title: ReactNode;
  body: ReactNode;
  confirm: ReactNode;
  cancel?: ReactNode;
  danger?: boolean;
  /** False while it can't be confirmed yet. */
  guardOn?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={s.scrim} />
        <AlertDialog.Content className={s.dialog}>
          <header className={s.head}>
            <AlertDialog.Title className={s.title}>{title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description asChild>
            <div className={s.intro}>{body}</div>
          </AlertDialog.Description>
          {children !== undefined && (
            <OverRoom value={true}>
              <div className={s.body}>{children}</div>
            </OverRoom>
          )}
          <footer className={s.foot}>
            <AlertDialog.Cancel asChild>
              <Button level="normal">{cancel ?? t("common.cancel")}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button level={danger ? "danger" : "primary"} disabled={!guardOn} onClick={onConfirm}>
                {confirm}
              </Button>
            </AlertDialog.Action>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
