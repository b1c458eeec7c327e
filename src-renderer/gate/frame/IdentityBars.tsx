// Bars above a request: changes of its server or tool since the user confirmed them, and a server name that resembles
// another.
import { useMemo } from "react";
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { confusableServer } from "#shared/servers/identity/likeness.ts";
import { DiffBlock } from "#editor/index.ts";
import { identityActions } from "#data/identityActions.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { IdentityChanges } from "#request/identity/IdentityChanges.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { ToolChanges } from "#request/identity/ToolChanges.tsx";

export function IdentityBars({ request }: { request: HeldRequest }) {
  const t = useT();
  const { requester } = request;
  const { serverId: id, name, claims } = requester;
  const known = useMirror((state) => state.servers[requester.serverId]?.known);
  const { accept, difference } = useMemo(
    () => identityActions(requester.serverId),
    [requester.serverId],
  );
  // If the user has accepted the changes since, don't repeat them for older requests.
  const changes = known?.changed.length === 0 ? [] : (requester.identityChanged ?? []);
  const open = new Set(known?.tools.changed.map(({ name }) => name));
  const tools = (requester.toolsChanged ?? []).filter(({ name }) => open.has(name));
  const servers = useMirror((state) => state.servers);
  const other = useMemo(
    () => confusableServer({ id, name, claims: claims?.name }, Object.values(servers)),
    [servers, id, name, claims?.name],
  );
  return (
    <>
      <IdentityChanges changes={changes} known={known} onAccept={accept} />
      <ToolChanges
        led
        changed={tools}
        known={known}
        onAccept={accept}
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
