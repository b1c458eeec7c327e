// Saving the response of an ended request as a fixture.
import { useState } from "react";
import { useT } from "#words/index.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { send } from "#data/commands.ts";
import { Button } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { FixtureIcon } from "#kit/controls/icons.ts";
import s from "./SaveFixture.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** Saves a delivered response as a fixture that responds to the same request. */
export function SaveFixture({ sample }: { sample: Sample }) {
  const t = useT();
  const { failure, tell } = useAction();
  const [saved, setSaved] = useState<string | null>(null);
  if (sample.phase.kind !== "ended" || sample.phase.ending.kind !== "replied") return null;
  const save = async (): Promise<void> => {
    const result = await send("fixtures.save", sample.id);
    tell(result);
    setSaved(result.ok ? (result.value?.file ?? null) : null);
  };
  return (
    <>
      <Button level="plain" icon={FixtureIcon} onClick={() => void save()}>
        {t("fixtures.save")}
      </Button>
      {saved !== null && (
        <span className="cut ink2" role="status" title={t("fixtures.saved", { file: saved })}>
          {t("fixtures.saved", { file: saved })}
        </span>
      )}
      {failure !== null && (
        <div className={s.failed}>
          <FailureBar failure={failure} />
        </div>
      )}
    </>
  );
}
