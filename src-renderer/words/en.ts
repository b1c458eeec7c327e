// The English catalogue, one file a room. It is the source of the keys and of their parameters.
import { batch } from "./en/requests/batch.ts";
import { candidates } from "./en/requests/candidates.ts";
import { common } from "./en/common.ts";
import { context } from "./en/requests/context.ts";
import { content } from "./en/requests/content.ts";
import { cost } from "./en/requests/cost.ts";
import { editor } from "./en/editor.ts";
import { elicitation } from "./en/requests/elicitation.ts";
import { failures } from "./en/requests/failures.ts";
import { fatigue } from "./en/requests/fatigue.ts";
import { filter } from "./en/filter.ts";
import { findings } from "./en/findings.ts";
import { firstrun } from "./en/firstrun.ts";
import { fit } from "./en/requests/fit.ts";
import { fixtures } from "./en/fixtures.ts";
import { form } from "./en/form.ts";
import { history } from "./en/history.ts";
import { hosts } from "./en/hosts.ts";
import { programs } from "./en/programs.ts";
import { identity } from "./en/identity.ts";
import { inbox } from "./en/requests/inbox.ts";
import { ledger } from "./en/ledger.ts";
import { limits } from "./en/limits.ts";
import { local } from "./en/local.ts";
import { network } from "./en/network.ts";
import { policy } from "./en/policy.ts";
import { retention } from "./en/retention.ts";
import { providers } from "./en/providers.ts";
import { ranking } from "./en/requests/ranking.ts";
import { redaction } from "./en/requests/redaction.ts";
import { refusals } from "./en/requests/refusals.ts";
import { review } from "./en/requests/review.ts";
import { rules } from "./en/rules.ts";
import { servers } from "./en/servers.ts";
import { settings } from "./en/settings.ts";
import { shell } from "./en/shell.ts";
import { signIn } from "./en/signIn.ts";
import { team } from "./en/team.ts";
import { toolCall } from "./en/requests/toolCall.ts";
import { tools } from "./en/requests/tools.ts";
import { traffic } from "./en/traffic.ts";
import { upkeep } from "./en/upkeep.ts";
import { workbench } from "./en/workbench.ts";

export const en = {
  batch,
  candidates,
  common,
  context,
  content,
  cost,
  editor,
  elicitation,
  failures,
  fatigue,
  filter,
  findings,
  firstrun,
  fit,
  fixtures,
  form,
  history,
  hosts,
  programs,
  identity,
  inbox,
  ledger,
  limits,
  local,
  network,
  policy,
  retention,
  providers,
  ranking,
  redaction,
  refusals,
  review,
  rules,
  servers,
  settings,
  shell,
  signIn,
  team,
  toolCall,
  tools,
  traffic,
  upkeep,
  workbench,
} as const;
