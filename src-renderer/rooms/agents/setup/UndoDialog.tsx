// Undoes what Countersign changed in an agent's files, for the doors that are ticked.
import { useState } from "react";
import { DOORS } from "#shared/agents/agentRow.ts";
import type { AgentRow, Door } from "#shared/agents/agentRow.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { notify } from "#data/notice.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Changes, usePreview } from "./Changes.tsx";
import { DOOR_WORDS, hashesOf } from "./setup.ts";

export function UndoDialog({
  row: { name },
  doors,
  onClose,
}: {
  row: AgentRow;
  /** Those that are offered, all ticked. */
  doors: readonly Door[];
  onClose: () => void;
}) {
  const t = useT();
  const [offered] = useState(doors);
  const [chosen, setChosen] = useState<readonly Door[]>(doors);
  const [isBusy, setBusy] = useState(false);
  const preview = usePreview(chosen.length === 0 ? null : chosen.join(" "), () =>
    send("agents.previewUndo", name, [...chosen]),
  );
  const { changes, isShown, tell } = preview;
  const count = changes?.length ?? 0;
  const isReady = isShown && count > 0 && !isBusy;
  const apply = async (): Promise<void> => {
    if (!isReady || changes === null) return;
    setBusy(true);
    const done = await send("agents.undo", name, [...chosen], hashesOf(changes));
    setBusy(false);
    if (!tell(done)) return;
    onClose();
    notify({ says: t("setup.undo.done", { name }) });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      onConfirm={() => void apply()}
      title={t("setup.undo.title", { name })}
      intro={t("setup.undo.intro", { name })}
      foot={
        <>
          <span className="xs ink3 grow">{t("hosts.dialog.nothing")}</span>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={!isReady} onClick={() => void apply()}>
            {t("setup.undo.apply", { count })}
          </Button>
        </>
      }
    >
      {offered.length > 1 && (
        <Row as="fieldset" gap={16} wrap={4}>
          <legend className="sr">{t("setup.undo.choose")}</legend>
          {offered.map((door) => (
            <Checkbox
              key={door}
              checked={chosen.includes(door)}
              onChange={(on) =>
                setChosen(DOORS.filter((one) => (one === door ? on : chosen.includes(one))))
              }
            >
              {t(DOOR_WORDS[door])}
            </Checkbox>
          ))}
        </Row>
      )}
      {chosen.length > 0 && <Changes {...preview} />}
    </Dialog>
  );
}
