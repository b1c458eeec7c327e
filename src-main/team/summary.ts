// What the desk that received a request tells the others beside its rows.
import { z } from "zod";
import type { Json, JsonObject } from "#shared/json.ts";
import { REMOTE_KINDS } from "#shared/models/providers/providerKinds.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { OFFERED_MAX } from "#shared/team/offered.ts";
import type { OfferedModel } from "#shared/team/offered.ts";

const text = z.string().max(500);
const offeredSchema = z
  .array(
    z.strictObject({
      providerId: text,
      provider: text,
      modelId: text,
      name: text,
      kind: z.enum(["local", ...REMOTE_KINDS]),
    }),
  )
  .max(OFFERED_MAX);

export const summaryOf = (
  { requester }: HeldRequest,
  offered: readonly OfferedModel[],
): JsonObject => ({
  server: requester.name,
  models: offered as unknown as Json,
});

/** Another desk wrote it: what is not as expected counts as nothing. */
export function offeredIn(summary: JsonObject | null): OfferedModel[] {
  const read = offeredSchema.safeParse(summary?.["models"]);
  return read.success ? read.data : [];
}
