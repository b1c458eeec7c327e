// How a desk joins a team. Apart from what the window shows, as the window starts without the library for schemas.
import { z } from "zod";

/** What the user enters to join. The password is sent apart and never comes back. */
export const teamSettingsSchema = z.strictObject({
  /** `postgres://login@host:port/database`. */
  url: z.string().trim().min(1).max(2000),
  /** What other desks call this one. */
  label: z.string().trim().min(1).max(100),
  /** A file of certificates (PEM) to trust beside the system's. */
  authorities: z.string().max(4000).nullable().default(null),
  /** Without TLS to another machine. */
  allowPlain: z.boolean().default(false),
});
export type TeamSettings = z.infer<typeof teamSettingsSchema>;
