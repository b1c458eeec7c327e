// Warns that a built-in model does not fit, or barely fits, into free memory.
import { useEffect } from "react";
import type { ModelRef } from "#shared/models/model.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { MemoryLine } from "#request/models/MemoryLine.tsx";

export function LocalFit({ chosen }: { chosen: ModelRef | null }) {
  const view = useMirror((state) => state.local);
  const model = view.models.find(
    ({ modelId }) => chosen?.providerId === "local" && chosen.modelId === modelId,
  );
  const modelId = model?.modelId;
  useEffect(() => {
    if (modelId !== undefined) void send("local.look", false);
  }, [modelId]);
  return model === undefined ? null : (
    <MemoryLine model={model} settings={model.settings} view={view} onlyTrouble />
  );
}
