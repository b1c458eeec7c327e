// 简体中文词表，一个页面一个文件。键与参数以英文词表为准。
import { common, form, editor, filter } from "./zh/common.ts";
import { action } from "./zh/actions.ts";
import { shell, firstrun, upkeep, team } from "./zh/app.ts";
import {
  settings,
  network,
  local,
  providers,
  fixtures,
  retention,
  ledger,
  updates,
} from "./zh/settings.ts";
import { servers, policy, identity, signIn, traffic } from "./zh/servers.ts";
import { agents, hosts, programs } from "./zh/hosts.ts";
import { rules, limits } from "./zh/rules.ts";
import { findings, redaction } from "./zh/findings.ts";
import { history } from "./zh/history.ts";
import { inbox, batch, fatigue, session } from "./zh/inbox.ts";
import {
  review,
  content,
  context,
  tools,
  candidates,
  elicitation,
  toolCall,
} from "./zh/requests.ts";
import { cost, modelNotes, ranking } from "./zh/models.ts";
import { failures, refusals } from "./zh/failures.ts";
import { setup } from "./zh/setup.ts";
import { workbench } from "./zh/workbench.ts";

export const zh = {
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
};
