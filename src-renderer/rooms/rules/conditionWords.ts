// The conditions of a proposed rule: in words, with this request's values, and without those that are left out.
import type { RuleFormValues } from "#data/drafts.ts";
import { print } from "#shared/filter/print.ts";
import { whenOf } from "#shared/rules/proposal.ts";
import type { RuleCondition, RuleProposal } from "#shared/rules/proposal.ts";
import type { T } from "#words/index.ts";
import { decimal, size } from "#kit/text/time.ts";

interface ConditionWords {
  label: string;
  /** Countersign's own words; `quotes` are untrusted text. */
  means: string;
  quotes: readonly string[];
}

export function conditionWords(
  t: T,
  kind: RuleCondition["kind"],
  { server, like }: Pick<RuleProposal, "server" | "like">,
): ConditionWords {
  switch (kind) {
    case "who":
      return {
        label: t(`rules.always.who.${whoOf(like)}`),
        means: "",
        quotes: [server.name, ...(like.call === null ? [] : [like.call.name])],
      };
    case "content":
      return {
        label: t(`rules.always.content.${contentOf(like)}`),
        means: contentMeans(t, like),
        quotes: like.model === null ? [] : [like.model],
      };
    case "system":
      return like.system === ""
        ? { label: t("rules.always.system.none"), means: "", quotes: [] }
        : { label: t("rules.always.system.same"), means: "", quotes: [like.system] };
    case "findings":
      return {
        label: t(`rules.always.findings.${like.findings.length === 0 ? "none" : "same"}`),
        means:
          like.findings.length === 0
            ? t("rules.always.findings.any")
            : t("rules.always.findings.besides", {
                groups: joined(
                  t,
                  like.findings.map((group) => t(`rules.group.${group}`)),
                ),
              }),
        quotes: [],
      };
    case "tool":
      return { label: t("rules.always.tool"), means: "", quotes: [like.action?.tool ?? ""] };
    case "command":
      return {
        label: t("rules.always.command"),
        means: t("rules.always.nothingChained"),
        quotes: [],
      };
    case "path":
      return { label: t("rules.always.path"), means: "", quotes: [like.action?.path ?? ""] };
    case "session":
      return {
        label: t("rules.always.session"),
        means: t("rules.always.otherwiseAlways"),
        quotes: [like.action?.session ?? ""],
      };
    case "size":
      return { label: t("rules.always.size.label"), means: sizeMeans(t, like), quotes: [] };
  }
}

type Like = RuleProposal["like"];

const whoOf = ({ call, origin, action }: Like) =>
  action !== null
    ? "agent"
    : call !== null
      ? call.method
      : origin === "none"
        ? "unsolicited"
        : "server";

function contentOf({ tools, media, context, model }: Like) {
  if (model !== null) return tools === 0 ? "modelOnly" : "modelAndTools";
  return tools === 0 && !media && context === null ? "text" : "same";
}

function contentMeans(t: T, { tools, media, context, model }: Like): string {
  const some = [
    ...(tools > 0 ? [t("common.countTools", { count: tools })] : []),
    ...(media ? [t("rules.always.content.media")] : []),
    ...(context === null ? [] : [t("rules.always.content.context")]),
  ];
  if (some.length > 0) return joined(t, some);
  return model === null ? t("rules.always.content.textOnly") : "";
}

function sizeMeans(t: T, { bytes, tokens, turn }: Like): string {
  const some = [
    ...(bytes === null ? [] : [t("rules.always.size.in", { size: bytesWords(t, bytes) })]),
    ...(tokens === null ? [] : [t("rules.always.size.out", { count: tokens })]),
    ...(turn === null ? [] : [t("rules.always.size.turn", { count: turn })]),
  ];
  return some.length === 0 ? "" : t("rules.always.size.upTo", { list: joined(t, some) });
}

/** Rounded like in the rule. */
const bytesWords = (t: T, bytes: number): string =>
  bytes < 1_000_000 ? t("common.kilobytes", { value: decimal(bytes / 1000) }) : size(t, bytes);

const joined = (t: T, words: readonly string[]): string => words.join(t("common.comma"));

/** The proposal with another beginning of the command. */
export function withBeginning(proposal: RuleProposal, beginning: string | null): RuleProposal {
  if (beginning === null) return proposal;
  const command = print({ kind: "word", field: "command", pattern: [beginning] });
  const conditions = proposal.conditions.map((one) =>
    one.kind === "command" ? { ...one, terms: [command, ...one.terms.slice(1)] } : one,
  );
  return { ...proposal, conditions };
}

/** The filter and the server of a proposed rule without the conditions that the user left out. */
export function withoutConditions(
  { conditions, rule }: Pick<RuleProposal, "conditions" | "rule">,
  out: ReadonlySet<RuleCondition["kind"]>,
): Pick<RuleFormValues, "when" | "server"> {
  return {
    when: whenOf(conditions.filter(({ kind }) => !out.has(kind))),
    server: out.has("who") ? null : (rule.server ?? null),
  };
}
