// Previews a change of a host's config file: each entry before and after.
import { useEffect, useState } from "react";
import type { HostChange, HostView } from "#shared/gateway/gatewayView.ts";
import type { Result } from "#shared/ipc/contract.ts";
import { useT } from "#words/index.ts";
import { reviewServers } from "#data/approval.ts";
import { send } from "#data/commands.ts";
import { notify } from "#data/notice.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { ChangeDialog } from "./ChangeDialog.tsx";
import { canWrap } from "./entries.ts";
import { Row } from "#kit/layout/Stack.tsx";
import s from "./Hosts.module.css";
import { useAction } from "#kit/hooks/useAction.ts";
import type { UsedAction } from "#kit/hooks/useAction.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";

type Path = HostView["servers"][number]["path"];
const keyOf = (path: Path): string => JSON.stringify(path);

export function WrapDialog({ host, onClose }: { host: HostView; onClose: () => void }) {
  const t = useT();
  const { program, file } = host;
  const able = host.servers.filter(canWrap);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(able.map(({ path }) => keyOf(path))),
  );
  const paths = able.map(({ path }) => path).filter((path) => chosen.has(keyOf(path)));
  const { change, failure, tell } = useChange(file, paths);
  const apply = async (hash: string): Promise<void> => {
    const result = await send("hosts.wrap", file, paths, hash);
    if (!tell(result)) return;
    onClose();
    notify({ says: t("hosts.dialog.done", { program, count: paths.length }), keysIn: "agents" });
    reviewServers(result.value);
  };
  return (
    <ChangeDialog
      title={t("hosts.dialog.title", { program })}
      intro={t("hosts.dialog.intro", { program })}
      apply={t("hosts.dialog.apply")}
      file={file}
      change={paths.length === 0 ? null : change}
      failure={failure}
      onApply={apply}
      onClose={onClose}
    >
      <Row as="fieldset" gap={16} wrap={8}>
        <legend className="sr">{t("hosts.dialog.choose")}</legend>
        {able.map(({ name, path }) => (
          <Checkbox
            key={keyOf(path)}
            checked={chosen.has(keyOf(path))}
            onChange={(on) => {
              const next = new Set(chosen);
              if (on) next.add(keyOf(path));
              else next.delete(keyOf(path));
              setChosen(next);
            }}
          >
            {name}
          </Checkbox>
        ))}
      </Row>
      {change !== null && (
        <ul className={s.notes}>
          <li>{t("hosts.dialog.backup", { file: change.backup })}</li>
          <li>{t("hosts.dialog.restart", { program })}</li>
          <li>{t("hosts.dialog.undo")}</li>
          <li>{t("hosts.dialog.without")}</li>
        </ul>
      )}
    </ChangeDialog>
  );
}

export function UndoDialog({ host, onClose }: { host: HostView; onClose: () => void }) {
  const t = useT();
  const { program, file } = host;
  const { change, failure, tell } = useChange(file, null);
  const apply = async (hash: string): Promise<void> => {
    const result = await send("hosts.undo", file, hash);
    if (!tell(result)) return;
    onClose();
    notify({ says: t("hosts.undoDialog.done", { program }), keysIn: "agents" });
  };
  return (
    <ChangeDialog
      title={t("hosts.undoDialog.title", { program })}
      intro={t("hosts.undoDialog.intro", { program })}
      apply={t("hosts.undoDialog.apply")}
      file={file}
      change={change}
      failure={failure}
      onApply={apply}
      onClose={onClose}
    />
  );
}

/** The change to preview: wrapping these servers, or undoing (null). */
function useChange(
  file: string,
  paths: readonly Path[] | null,
): Pick<UsedAction, "failure" | "tell"> & { change: HostChange | null } {
  const asked = useAsked(
    paths?.length === 0 ? null : JSON.stringify([file, paths]),
    (): Promise<Result<"hosts.previewWrap">> =>
      paths === null
        ? send("hosts.previewUndo", file)
        : send("hosts.previewWrap", file, [...paths]),
    { keeps: true },
  );
  const { failure, tell, clear } = useAction();
  useEffect(clear, [asked, clear]);
  return {
    change: asked?.ok === true ? asked.value : null,
    failure: failure ?? (asked?.ok === false ? asked.failure : null),
    tell,
  };
}
