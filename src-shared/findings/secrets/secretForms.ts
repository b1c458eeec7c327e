// Formats of tokens that the rules of secretlint do not cover.
import type { AnchorGroup } from "../text/scan.ts";

/** Each contains its anchor of `scan.ts`. The text before a match is checked by the caller. */
export const FORMS = {
  jwt: /eyJ[\w-]{8,2000}\.eyJ[\w-]{8,8000}\.[\w-]{16,2000}/uy,
  google: /AIza[\w-]{35}(?![\w-])/uy,
  stripe: /[sr]k_(?:live|test)_[A-Za-z0-9]{20,200}/uy,
  aws: /A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Z0-9])/uy,
  openai: /sk-(?:proj-|ant-|or-v1-)?[A-Za-z0-9_-]{32,300}/uy,
  telegram: /\d{8,10}:AA[\w-]{33}(?![\w-])/uy,
  sendgrid: /SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/uy,
  azure: /AccountKey=[A-Za-z0-9+/]{40,200}={0,2}/uy,
  sas: /sig=(?:[A-Za-z0-9+/]|%2[BbFf]){40,60}(?:%3[Dd]|=)/uy,
  discord: /\/api\/webhooks\/\d{17,20}\/[\w-]{60,72}(?![\w-])/uy,
  token:
    /(?:pypi-[\w-]{80,1000}|do[opr]_v1_[a-f0-9]{64}|dp\.(?:pt|st|ct|sa)\.(?:[a-z0-9_-]{2,40}\.)?[A-Za-z0-9]{40,44}|AGE-SECRET-KEY-1[A-Z0-9]{58}|AKID[A-Za-z0-9]{32}|LTAI[A-Za-z0-9]{12,24}|GOCSPX-[\w-]{28}|ya29\.[\w-]{30,500}|xai-[A-Za-z0-9]{60,100}|pplx-[A-Za-z0-9]{40,60}|r8_[A-Za-z0-9]{37}|nvapi-[\w-]{60,70}|lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}|sbp_[a-f0-9]{40}|ATATT3[\w=-]{60,250})(?![\w-])/uy,
} as const satisfies Partial<Record<AnchorGroup, RegExp>>;
