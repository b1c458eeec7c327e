// The frame of the window around the screen that is open.
import { Shell } from "./shell/Shell.tsx";
import { useMirror } from "./state/mirror.ts";
import { useView } from "./state/view.ts";
import { LoadingBars } from "./ui/LoadingBars.tsx";

export function App() {
  return (
    <Shell>
      <Room />
    </Shell>
  );
}

function Room() {
  const ready = useMirror((state) => state.ready);
  const screen = useView((state) => state.screen);
  if (!ready) return <LoadingBars />;
  return screen === "inbox" ? null : null;
}
