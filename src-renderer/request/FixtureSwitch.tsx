// Turns fixtures on for one server: until Countersign quits, or at every start.
import { useT } from "#words/index.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";

export function FixtureSwitch({
  words,
  folder,
  on,
  atStart,
  onSwitch,
  onAtStart,
}: {
  words: string;
  /** Null: no fixtures to turn on. */
  folder: string | null;
  on: boolean;
  atStart: boolean;
  onSwitch: (on: boolean) => void;
  onAtStart: (on: boolean) => void;
}) {
  const t = useT();
  return (
    <>
      <Checkbox
        checked={on}
        disabled={folder === null && !on}
        hint={t(folder === null ? "fixtures.needsFolder" : "fixtures.onHint")}
        onChange={onSwitch}
      >
        {words}
      </Checkbox>
      {(on || atStart) && (
        <div style={{ paddingLeft: "22px" }}>
          <Checkbox checked={atStart} onChange={onAtStart}>
            {t("fixtures.atStart")}
          </Checkbox>
        </div>
      )}
    </>
  );
}
