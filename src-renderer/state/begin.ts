// The one way on from an empty place: a tool to run where a server is connected, else the start page.
import { useT } from "../i18n/index.ts";
import { useMirror } from "./mirror.ts";
import { go, openStart } from "./view.ts";

export function useBegin(): { label: string; run: () => void } {
  const t = useT();
  const isConnected = useMirror(({ servers }) =>
    Object.values(servers).some(({ state }) => state.kind === "connected"),
  );
  return isConnected
    ? { label: t("servers.runTool"), run: () => go("workbench") }
    : { label: t("firstrun.open"), run: () => openStart() };
}
