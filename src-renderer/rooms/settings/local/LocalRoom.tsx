// Local models, connected to main. Polls memory while shown.
import { useEffect, useState } from "react";
import type { Outcome } from "#shared/outcome.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { LocalForm } from "./LocalForm.tsx";
import { LocalModels } from "./LocalModels.tsx";

/** Free memory changes by itself; polled often enough to look live. */
const LOOK_EVERY_MS = 3000;

export function LocalRoom({ tell }: { tell: (result: Outcome<unknown>) => void }) {
  const view = useMirror((state) => state.local);
  const downloads = useMirror((state) => state.models.downloads);
  const supported = useMirror((state) => state.models.localSupported);
  const [how, setHow] = useState<string | null>(null);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) void send("local.look", true);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const model = view.models.find(({ modelId }) => modelId === how);
  return (
    <>
      <LocalModels
        supported={supported}
        downloads={downloads}
        view={view}
        onHow={setHow}
        onDownload={(id) => void send("models.download", id).then(tell)}
        onPause={(id) => void send("models.cancelDownload", id).then(tell)}
        onRemove={(modelId) => void send("models.removeFile", modelId).then(tell)}
        onPick={() => void send("models.pickFile").then(tell)}
        onUnload={() => void send("local.unload").then(tell)}
      />
      {model !== undefined && (
        <LocalForm
          key={model.modelId}
          model={model}
          view={view}
          onSave={async (settings) => {
            const saved = await send("local.configure", model.modelId, settings);
            return saved.ok ? null : saved.failure;
          }}
          onClose={() => setHow(null)}
        />
      )}
    </>
  );
}
