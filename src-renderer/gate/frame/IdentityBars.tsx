// Bars above a request: changes of its server or tool since the user confirmed them, and a server name that resembles
// another.
import { useMemo } from "react";
import { useT } from "#words/index.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";
import { confusableServer } from "#shared/servers/identity/likeness.ts";
import { DiffBlock } from "#editor/index.ts";
import { identityActions } from "#data/identityActions.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { IdentityChanges } from "#request/identity/IdentityChanges.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { ToolChanges } from "#request/identity/ToolChanges.tsx";

export function IdentityBars({ sample }: { sample: Sample }) {
  const t = useT();
  const { asker } = sample;
  const { serverId: id, name, claims } = asker;
  const known = useMirror((state) => state.servers[asker.serverId]?.known);
  const { accept, difference } = useMemo(() => identityActions(asker.serverId), [asker.serverId]);
  // If the user has accepted the changes since, don't repeat them for older requests.
  const changes = known?.changed.length === 0 ? [] : (asker.identityChanged ?? []);
  const open = new Set(known?.tools.changed.map(({ name }) => name));
  const tools = (asker.toolsChanged ?? []).filter(({ name }) => open.has(name));
  const servers = useMirror((state) => state.servers);
  const other = useMemo(
    () => confusableServer({ id, name, claims: claims?.name }, Object.values(servers)),
    [servers, id, name, claims?.name],
  );
  return (
    <>
      <IdentityChanges changes={changes} known={known} onFine={accept} />
      <ToolChanges
        led
        changed={tools}
        known={known}
        onFine={accept}
        onLook={difference}
        diff={DiffBlock}
      />
      {other !== null && (
        <Bar tone="warn" quiet title={t(`identity.alike.${other.by}`)}>
          <Quote>{other.name}</Quote>
        </Bar>
      )}
    </>
  );
}
