// The English catalogue, one file a subject. It is the source of the keys and of their parameters.
import { common, form, editor, filter } from "./en/common.ts";
import { action } from "./en/actions.ts";
import { shell, firstrun, upkeep, team } from "./en/app.ts";
import {
  settings,
  network,
  local,
  providers,
  fixtures,
  retention,
  ledger,
  updates,
} from "./en/settings.ts";
import { servers, policy, identity, signIn, traffic } from "./en/servers.ts";
import { agents, hosts, programs } from "./en/hosts.ts";
import { rules, limits } from "./en/rules.ts";
import { findings, redaction } from "./en/findings.ts";
import { history } from "./en/history.ts";
import { inbox, batch, fatigue, session } from "./en/inbox.ts";
import {
  review,
  content,
  context,
  tools,
  candidates,
  elicitation,
  toolCall,
} from "./en/requests.ts";
import { cost, modelNotes, ranking } from "./en/models.ts";
import { failures, refusals } from "./en/failures.ts";
import { setup } from "./en/setup.ts";
import { workbench } from "./en/workbench.ts";

export const en = {
  action,
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
  modelNotes,
  fixtures,
  form,
  history,
  agents,
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
  session,
  settings,
  setup,
  shell,
  signIn,
  team,
  toolCall,
  tools,
  traffic,
  updates,
  upkeep,
  workbench,
} as const;
