// Connects fixtures to the profile's files and the window.
import { createHash } from "node:crypto";
import type { Failure } from "#shared/outcome.ts";
import type { ServiceAudience } from "../servicePorts.ts";
import { FixturesService } from "../rules/fixtures.ts";
import { base64Facts } from "../history/ledger/base64.ts";
import { fixtureFolder } from "../rules/fixtureStore.ts";
import { hasher } from "../profile/hasher.ts";
import type { RoomStores } from "./stores.ts";

/** Opens the fixtures. The folder is read in the background; until then nothing matches. */
export function openFixtures(
  stores: Pick<RoomStores, "fixtures" | "acceptedFixtures">,
  audience: ServiceAudience,
  fault: (failure: Failure) => void,
): FixturesService {
  const fixtures: FixturesService = new FixturesService({
    store: stores.fixtures,
    files: fixtureFolder,
    accepted: stores.acceptedFixtures,
    hasher,
    mediaFacts: base64Facts,
    textHash: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
    changed: () => audience.fixturesChanged(fixtures.view()),
    fault,
  });
  void fixtures.read();
  return fixtures;
}
