// A cheap check where a text may have a secret that a rule of secretlint finds, so that the rules are only loaded
// when needed. A test checks that each rule cannot match without its sign.
import type { Scan } from "../text/scan.ts";

/** By the rules' names without their common prefix, in their order. */
const SIGNS = {
  aws: /(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)/y,
  privatekey: /-----BEGIN ?(?:(?:RSA|DSA|EC|OPENSSH|PGP) )?PRIVATE KEY/y,
  npm: /npm_[A-Za-z0-9_]{36}/y,
  slack: /(?:xox[bpaor]|xapp)-[a-zA-Z0-9]+-|hooks\.slack\.com\/services\/T/iy,
  sendgrid: /SG\.\w{1,128}\.\w/y,
  shopify: /shp(?:pa|ca|at|ss)_[a-zA-Z0-9]{32}/y,
  github: /gh[pousr]_[A-Za-z0-9_]{36}|github_pat_[A-Za-z0-9_]{82}/y,
  gitlab: /glpat-[A-Za-z0-9_-]{20}/y,
  grafana: /glc_[A-Za-z0-9+/]{32}|glsa_[A-Za-z0-9]{32}_/y,
  openai: /T3BlbkFJ/y,
  anthropic: /sk-ant-api0\d-/y,
  groq: /gsk_[a-zA-Z0-9]{52}/y,
  huggingface: /hf_[a-zA-Z]{34}/y,
  linear: /lin_api_[a-zA-Z0-9_]{32}/y,
  notion: /ntn_[0-9]{11}/y,
  "1password": /ops_ey[A-Za-z0-9+/=]{100}/y,
  "database-connection-string": /(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\//iy,
  "hashicorp-vault": /hv[sbr]\.[A-Za-z0-9_-]{90}/y,
  vercel: /vc[piark]_[A-Za-z0-9]{20}/y,
  databricks: /dapi[A-Fa-f0-9]{32}/y,
  docker: /dckr_pat_[a-zA-Z0-9_-]{27}/y,
  figma: /figd_[A-Za-z0-9_-]{40}/y,
} as const satisfies Record<string, RegExp>;
/** The rule for a login in a URL: matched from `://`. */
const BASICAUTH = /:\/\/[-a-zA-Z0-9_]{1,256}:[-a-zA-Z0-9_]{1,256}@/y;

type Rule = keyof typeof SIGNS | "basicauth";

/** By rule: the places of its signs in the text, in order. Rules without any cannot find anything. */
export function signsIn(text: string, scan: Scan): Map<Rule, number[]> {
  const found = new Map<Rule, number[]>();
  const add = (rule: Rule, sign: RegExp, at: number): void => {
    sign.lastIndex = at;
    if (!sign.test(text)) return;
    const places = found.get(rule);
    if (places === undefined) found.set(rule, [at]);
    else places.push(at);
  };
  for (const at of scan.at("sign")) {
    for (const rule of RULES) add(rule, SIGNS[rule], at);
  }
  for (const at of scan.at("scheme")) add("basicauth", BASICAUTH, at);
  return found;
}
const RULES = Object.keys(SIGNS) as (keyof typeof SIGNS)[];

/** The signs that are part of the token itself, unlike those before a key, a URL or a name. */
export const TOKEN_SIGNS: readonly RegExp[] = RULES.filter(
  (rule) => !["aws", "privatekey", "slack", "database-connection-string"].includes(rule),
).map((rule) => SIGNS[rule]);
