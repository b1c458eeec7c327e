// What floats above the rooms: the command palette, the list of shortcuts, the quit prompt.
import { useT } from "#words/index.ts";
import { confirmQuit } from "#data/commands.ts";
import { useView, view } from "#data/view.ts";
import { ConfirmDialog } from "#kit/overlays/Dialog.tsx";
import { ShortcutHelp } from "./ShortcutHelp.tsx";
import { Palette } from "./palette/Palette.tsx";

export function Overlays() {
  const t = useT();
  const paletteOpen = useView((state) => state.paletteOpen);
  const keysOpen = useView((state) => state.keysOpen);
  const quitAsked = useView((state) => state.quitAsked);
  const open = quitAsked?.open ?? 0;
  return (
    <>
      {paletteOpen && <Palette onClose={() => view.setState({ paletteOpen: false })} />}
      {keysOpen && <ShortcutHelp onClose={() => view.setState({ keysOpen: false })} />}
      <ConfirmDialog
        open={quitAsked !== null}
        danger
        title={open === 0 ? t("shell.quit.nothingOpen") : t("shell.quit.title", { count: open })}
        body={
          <>
            {open > 0 && <p>{t("shell.quit.body")}</p>}
            {quitAsked?.noTray === true && <p>{t("shell.quit.noTray")}</p>}
          </>
        }
        confirm={t("shell.quit.confirm")}
        cancel={t("common.cancel")}
        onCancel={() => confirmQuit(false)}
        onConfirm={() => confirmQuit(true)}
      />
    </>
  );
}
