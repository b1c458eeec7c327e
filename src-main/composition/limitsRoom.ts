// Connects the limits to settings, servers, the recorded spend, and the listeners.
import { fold } from "#shared/ledger/fold.ts";
import type { SpentDay } from "#shared/models/cost/spending.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { LimitSource } from "../core/admission/limits.ts";
import type { Ledger, SpentSoFar } from "../core/ports.ts";
import { LimitsService } from "../rules/limits.ts";
import type { LimitsParts } from "../rules/limits.ts";
import type { ProgramsService } from "../programs/programs.ts";
import type { ServersService } from "../servers/servers.ts";
import type { SettingsService } from "../profile/settings.ts";
import type { OpenLedger } from "../history/ledger/ledger.ts";

export interface LimitsRoom {
  source: LimitSource;
  service: LimitsService;
}

export function openLimits(parts: {
  desk: LimitsParts["desk"];
  servers: () => ServersService;
  programs: Pick<ProgramsService, "policyOf" | "view">;
  settings: SettingsService;
  spending: OpenLedger["spending"];
  ledger: Pick<Ledger, "rowsOf">;
  audience: Pick<LimitsParts, "changed" | "warn">;
  nowMs: () => number;
}): LimitsRoom {
  const { settings, servers, spending } = parts;
  const service = new LimitsService({
    ...parts.audience,
    desk: parts.desk,
    past: (id) => pastOf(parts.ledger, id),
    nowMs: parts.nowMs,
    servers: () => servers().views(),
    programs: () => parts.programs.view(),
    setPolicy: (id, policy) => servers().setPolicy(id, policy),
    settings: () => settings.settings,
    setSettings: (patch) => settings.set(patch),
  });
  settings.follow(() => service.changed());
  const source: LimitSource = {
    ofAll: () => settings.settings.limits,
    ofServer: (id) => parts.programs.policyOf(id)?.limits ?? servers().limitsOf(id),
    spent: (fromDay, sinceMs) => spentSoFar(spending, fromDay, sinceMs),
    onChange: () => service.changed(),
  };
  return { source, service };
}

function pastOf(ledger: Pick<Ledger, "rowsOf">, requestId: string): HeldRequest | undefined {
  const rows = ledger.rowsOf(requestId);
  return rows.ok ? fold(rows.value)?.request : undefined;
}

/** Spend per day and per recent generation; null when the ledger cannot be read. */
function spentSoFar(
  spending: OpenLedger["spending"],
  fromDay: string,
  sinceMs: number,
): SpentSoFar | null {
  const days = spending.since(fromDay);
  const estimated = spending.estimated(fromDay);
  const recent = spending.recent(sinceMs);
  if (!days.ok || !estimated.ok || !recent.ok) return null;
  return { days: [...days.value.map(onDay), ...estimated.value], recent: recent.value };
}

const onDay = ({ day, serverId, inputTokens, outputTokens, usd, unpriced, failed }: SpentDay) => ({
  day,
  serverId,
  usd,
  tokens: inputTokens + outputTokens,
  // Failed generations have no price either, but need none.
  unpriced: Math.max(0, unpriced - failed),
});
