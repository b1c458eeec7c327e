// Dialogs: one for things to fill in or look at, one for a decision that cannot be undone.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import type { KeyboardEvent, ReactNode } from "react";
import { AlertDialog, Dialog as Radix } from "radix-ui";
import { useT } from "../../i18n/index.ts";
import { Button, IconButton } from "../controls/Button.tsx";
import { cx } from "../cx.ts";
import { CloseIcon } from "../controls/icons.ts";
import { isMac } from "../controls/keys.ts";
import { useOpener } from "../hooks/opener.ts";
import { OverRoom } from "./Tooltip.tsx";
import s from "./Dialog.module.css";

/** Ctrl+Enter anywhere, and Enter on a choice, which has no use for it. */
function confirms({ key, nativeEvent, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key !== "Enter" || nativeEvent.isComposing) return false;
  const isChoice =
    target instanceof Element && target.matches("input[type=radio], [role=checkbox]");
  return isChoice || (isMac ? metaKey : ctrlKey);
}

/**
 * @param foot buttons at the right of the foot, the one that acts last
 * @param onConfirm does by keys what the button that acts does
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
  /** As large as the window lets it be. */
  full?: boolean;
  /** The name of a body that is only read: nothing in it takes the focus, and it may have to be scrolled by keys. */
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

/** A question before something that cannot be undone. The focus starts on the way out. */
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
  /** False: it cannot be confirmed yet. */
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
