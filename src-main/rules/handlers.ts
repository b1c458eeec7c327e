// What the window may do with rules and fixtures: one line per channel.
import { ok, type Failure, type Outcome } from "#shared/outcome.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { TouchedRequests } from "../core/touchedRequests.ts";
import type { Handlers } from "../ipc/dispatch.ts";
import type { FixtureDialogs, FixturesService } from "./fixtures.ts";
import type { RulesService } from "./rules.ts";
import type { RulesFilesService } from "./rulesFiles.ts";

const done = (..._nothing: void[]): Outcome<null, Failure> => ok(null);

export function ruleHandlers(
  { ruleEngine }: Desk,
  rules: RulesService,
  files: RulesFilesService,
  touched: TouchedRequests,
): Pick<
  Handlers,
  // Dry runs read the history: its handlers.
  Exclude<Extract<keyof Handlers, `rules.${string}`>, "rules.dryRun" | "rules.propose">
> {
  const isTouched = (id: string): boolean => touched.has(id);
  return {
    "rules.save": (list, revision, renewed) => rules.save(list, revision, renewed),
    "rules.accept": (hash) => rules.accept(hash),
    "rules.waiting": async (ids) => ok(await ruleEngine.preview(ids, isTouched)),
    "rules.decideWaiting": async (said) => ok(await ruleEngine.decideWaiting(said, isTouched)),
    "rules.import": () => files.import(),
    "rules.export": () => files.export(),
    "rules.reveal": () => files.reveal(),
  };
}

export function fixtureHandlers(
  fixtures: FixturesService,
  dialogs: FixtureDialogs,
): Pick<Handlers, Extract<keyof Handlers, `fixtures.${string}`>> {
  return {
    "fixtures.pickFolder": () => fixtures.pickFolder(dialogs),
    "fixtures.dropFolder": () => fixtures.dropFolder(),
    "fixtures.accept": (hash) => fixtures.accept(hash),
    "fixtures.read": async () => done(await fixtures.read()),
    "fixtures.switch": (id, on) => fixtures.switch(id, on),
    "fixtures.switchAllOff": () => fixtures.switchAllOff(),
  };
}
