// What the window may do with rules, fixtures and limits: one line per channel.
import { ok, type Failure, type Outcome } from "#shared/outcome.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { TouchedRequests } from "../core/touchedRequests.ts";
import type { Handlers } from "../ipc/dispatch.ts";
import type { FixtureDialogs, FixturesService } from "./fixtures.ts";
import type { LimitsService } from "./limits.ts";
import type { RulesService } from "./rules.ts";
import type { RulesFilesService } from "./rulesFiles.ts";

export interface RuleHandlerParts {
  desk: Desk;
  rules: RulesService;
  rulesFiles: RulesFilesService;
  fixtures: FixturesService;
  fixtureDialogs: FixtureDialogs;
  limits: LimitsService;
}

const done = (..._nothing: void[]): Outcome<null, Failure> => ok(null);

export function ruleHandlers(
  { desk, rules, rulesFiles, fixtures, fixtureDialogs, limits }: RuleHandlerParts,
  touched: TouchedRequests,
): Pick<
  Handlers,
  // Dry runs read the history: its handlers.
  | Exclude<Extract<keyof Handlers, `rules.${string}`>, "rules.dryRun" | "rules.propose">
  | Extract<keyof Handlers, `${"fixtures" | "limits"}.${string}`>
> {
  const isTouched = (id: string): boolean => touched.has(id);
  return {
    "rules.save": (list, revision, renewed) => rules.save(list, revision, renewed),
    "rules.accept": (hash) => rules.accept(hash),
    "rules.waiting": async (ids) => ok(await desk.ruleEngine.preview(ids, isTouched)),
    "rules.decideWaiting": async (said) => ok(await desk.ruleEngine.decideWaiting(said, isTouched)),
    "rules.import": () => rulesFiles.import(),
    "rules.export": () => rulesFiles.export(),
    "rules.reveal": () => rulesFiles.reveal(),
    "fixtures.pickFolder": () => fixtures.pickFolder(fixtureDialogs),
    "fixtures.dropFolder": () => fixtures.dropFolder(),
    "fixtures.accept": (hash) => fixtures.accept(hash),
    "fixtures.read": async () => done(await fixtures.read()),
    "fixtures.switch": (id, on) => fixtures.switch(id, on),
    "fixtures.switchAllOff": () => fixtures.switchAllOff(),
    "limits.raise": (id, raise) => limits.raise(id, raise),
  };
}
