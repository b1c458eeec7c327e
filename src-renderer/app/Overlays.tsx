// What floats above the rooms: the command palette, the list of shortcuts, the review of servers, the quit prompt.
import { lazy, Suspense } from "react";
import { useT } from "#words/index.ts";
import { confirmQuit } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useView, view } from "#data/view.ts";
import { ConfirmDialog } from "#kit/overlays/Dialog.tsx";
import { ShortcutHelp } from "./ShortcutHelp.tsx";
import { Palette } from "./palette/Palette.tsx";

// What only dialogs need does not delay the start.
const ReviewServers = lazy(async () => ({
  default: (await import("#rooms/servers/ReviewServers.tsx")).ReviewServers,
}));

export function Overlays() {
  const t = useT();
  const paletteOpen = useView((state) => state.paletteOpen);
  const keysOpen = useView((state) => state.keysOpen);
  const quitAsked = useView((state) => state.quitAsked);
  const servers = useMirror((state) => state.servers);
  const dialog = useView((state) => state.serverDialog);
  const open = quitAsked?.open ?? 0;
  return (
    <>
      {paletteOpen && <Palette onClose={() => view.setState({ paletteOpen: false })} />}
      {keysOpen && <ShortcutHelp onClose={() => view.setState({ keysOpen: false })} />}
      {dialog?.kind === "review" && (
        <Suspense fallback={null}>
          <ReviewServers
            key={dialog.ids.join()}
            ids={dialog.ids}
            servers={Object.values(servers)}
            onClose={() => view.setState({ serverDialog: null })}
          />
        </Suspense>
      )}
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
