// Turns fixtures on for one server, until Countersign quits.
import { useT } from "#words/index.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";

export function FixtureSwitch({
  words,
  folder,
  on,
  onSwitch,
}: {
  words: string;
  /** Null: no fixtures to turn on. */
  folder: string | null;
  on: boolean;
  onSwitch: (on: boolean) => void;
}) {
  const t = useT();
  return (
    <Checkbox
      checked={on}
      disabled={folder === null && !on}
      hint={t(folder === null ? "fixtures.needsFolder" : "fixtures.onHint")}
      onChange={onSwitch}
    >
      {words}
    </Checkbox>
  );
}
