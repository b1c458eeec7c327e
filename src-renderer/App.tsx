// The frame of the window: rail, strip and the screen that is open.
import { useMirror } from "./state/mirror.ts";

export function App() {
  const ready = useMirror((state) => state.ready);
  return <main>{ready ? null : null}</main>;
}
