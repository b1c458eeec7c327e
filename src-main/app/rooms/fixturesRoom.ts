// Connects fixtures to the profile's files, the ledger's index and the window.
import { createHash } from "node:crypto";
import path from "node:path";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { HistoryIndex } from "../../services/record/historyPorts.ts";
import type { Secrets, ServiceAudience } from "../../services/ports.ts";
import { FixturesService } from "../../services/rules/fixtures.ts";
import { openAccepted } from "../../store/profile/accepted.ts";
import { base64Facts } from "../../store/ledger/base64.ts";
import { fixtureFolder, openFixtureChoice } from "../../store/profile/fixtures.ts";
import { hasher } from "./hasher.ts";

/** Opens the fixtures. The folder is read in the background; until then nothing matches. */
export function openFixtures(
  { profile, secrets }: { profile: string; secrets: Secrets },
  version: string,
  index: HistoryIndex,
  audience: ServiceAudience,
  fault: (failure: Failure) => void,
): FixturesService {
  const fixtures: FixturesService = new FixturesService({
    store: openFixtureChoice(path.join(profile, "fixtures.json")),
    files: fixtureFolder,
    accepted: openAccepted(profile, "fixtures", secrets),
    index,
    hasher,
    mediaFacts: base64Facts,
    textHash: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
    changed: () => audience.fixturesChanged(fixtures.view()),
    fault,
    program: `Countersign ${version}`,
  });
  void fixtures.read();
  return fixtures;
}
