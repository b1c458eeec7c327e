// A desk's own rules and limits may only be stricter than the team's: joins both.
import type { RuleChanges } from "../rules/rule.ts";
import type { Verdict } from "../rules/judge/judge.ts";

/** How much a verdict holds back. What a rule with `allow` does not decide itself is asked. */
function strictness({ decide, held }: Pick<Verdict, "decide" | "held">): 0 | 1 | 2 {
  if (decide === "refuse") return 2;
  return decide === "ask" || held !== undefined ? 1 : 0;
}

/**
 * What holds for a request of the team; null: a person is asked. Where the team says nothing, a person is asked, so an
 * own rule can refuse but not allow. Where both allow, the changes of both apply.
 */
export function stricterVerdict(team: Verdict | null, own: Verdict | null): Verdict | null {
  if (own === null) return team;
  if (team === null) return strictness(own) === 0 ? null : own;
  const [teams, owns] = [strictness(team), strictness(own)];
  if (owns > teams) return own;
  if (owns < teams) return team;
  const both = own.team === true ? { ...team, team: true as const } : team;
  if (own.changes === undefined) return both;
  return { ...both, changes: stricterChanges(team.changes ?? {}, own.changes) };
}

/** The lower bound of tokens, every redaction; the team's model and system prompt. */
function stricterChanges(team: RuleChanges, own: RuleChanges): RuleChanges {
  const maxTokens = lower(team.maxTokens ?? null, own.maxTokens ?? null);
  const redact = [...new Set([...(team.redact ?? []), ...(own.redact ?? [])])];
  return {
    ...own,
    ...team,
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(redact.length === 0 ? {} : { redact }),
  };
}

/** The lower of two limits; null stands for none. */
export function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
