// 简体中文词表，一个页面一个文件。键与参数以英文词表为准。
import { batch } from "./zh/requests/batch.ts";
import { candidates } from "./zh/requests/candidates.ts";
import { common } from "./zh/common.ts";
import { context } from "./zh/requests/context.ts";
import { content } from "./zh/requests/content.ts";
import { cost } from "./zh/requests/cost.ts";
import { editor } from "./zh/editor.ts";
import { elicitation } from "./zh/requests/elicitation.ts";
import { failures } from "./zh/requests/failures.ts";
import { fatigue } from "./zh/requests/fatigue.ts";
import { filter } from "./zh/filter.ts";
import { findings } from "./zh/findings.ts";
import { firstrun } from "./zh/firstrun.ts";
import { fit } from "./zh/requests/fit.ts";
import { fixtures } from "./zh/fixtures.ts";
import { form } from "./zh/form.ts";
import { history } from "./zh/history.ts";
import { hosts } from "./zh/hosts.ts";
import { programs } from "./zh/programs.ts";
import { identity } from "./zh/identity.ts";
import { inbox } from "./zh/requests/inbox.ts";
import { ledger } from "./zh/ledger.ts";
import { limits } from "./zh/limits.ts";
import { local } from "./zh/local.ts";
import { network } from "./zh/network.ts";
import { policy } from "./zh/policy.ts";
import { retention } from "./zh/retention.ts";
import { providers } from "./zh/providers.ts";
import { ranking } from "./zh/requests/ranking.ts";
import { redaction } from "./zh/requests/redaction.ts";
import { refusals } from "./zh/requests/refusals.ts";
import { review } from "./zh/requests/review.ts";
import { rules } from "./zh/rules.ts";
import { servers } from "./zh/servers.ts";
import { settings } from "./zh/settings.ts";
import { shell } from "./zh/shell.ts";
import { signIn } from "./zh/signIn.ts";
import { team } from "./zh/team.ts";
import { toolCall } from "./zh/requests/toolCall.ts";
import { tools } from "./zh/requests/tools.ts";
import { traffic } from "./zh/traffic.ts";
import { upkeep } from "./zh/upkeep.ts";
import { workbench } from "./zh/workbench.ts";

export const zh = {
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
};
