// The next step offered on an empty screen: run a tool if a server is connected, else open the start page.
import { useT } from "#words/index.ts";
import { useMirror } from "./mirror.ts";
import { goTo, openStart } from "./view.ts";

export function useGetStarted(): { label: string; run: () => void } {
  const t = useT();
  const isConnected = useMirror(({ servers }) =>
    Object.values(servers).some(({ state }) => state.kind === "connected"),
  );
  return isConnected
    ? { label: t("servers.runTool"), run: () => goTo("workbench") }
    : { label: t("firstrun.open"), run: () => openStart() };
}
