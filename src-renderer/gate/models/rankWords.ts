// The reason for a model's rank in words, which never include text of the server.
import type { Need } from "#shared/models/ranking/needs.ts";
import type { Best, RankedModel } from "#shared/models/ranking/rank.ts";
import type { Score } from "#shared/models/ranking/score.ts";
import type { T } from "#words/index.ts";
import { decimal } from "#kit/text/time.ts";

/** The reason in a few words, for a row. */
export function whyWords(t: T, model: RankedModel, needs: readonly Need[]): string {
  const { why, obstacle, score } = model;
  if (obstacle !== null) return obstacleWords(t, model);
  switch (why.kind) {
    case "hint":
      return why.isProgram === true
        ? t("ranking.why.program")
        : t("ranking.why.hint", { number: why.index + 1 });
    case "maps":
      return t("ranking.why.maps", {
        number: why.index + 1,
        likeness: t(`ranking.likeness.${why.likeness}`),
      });
    case "score":
      return score === null ? "" : scoreWords(t, model.best, score, needs);
    default:
      return t(`ranking.why.${why.kind}`);
  }
}

function scoreWords(t: T, best: readonly Best[], score: Score, needs: readonly Need[]): string {
  const percent = Math.round(score.total * 100);
  const [first] = best;
  return first === undefined
    ? t("ranking.why.score", { percent, lead: t(`ranking.lead.${score.lead}`) })
    : t("ranking.why.best", { best: bestWords(t, first, needs), percent });
}

/** `cheapest that reads images and calls tools` */
export function bestWords(t: T, best: Best, needs: readonly Need[]): string {
  if (needs.length === 0) return t(`ranking.best.${best}`);
  const that = needs.map((need) => t(`ranking.needs.${need}`)).join(t("ranking.and"));
  return t("ranking.bestThat", { best: t(`ranking.best.${best}`), that });
}

export function obstacleWords(t: T, { obstacle }: RankedModel): string {
  if (obstacle === null) return "";
  return obstacle.kind === "context"
    ? t("ranking.cannot.context", {
        needs: decimal(obstacle.needsTokens),
        has: decimal(obstacle.hasTokens),
      })
    : t(`ranking.cannot.${obstacle.kind}`);
}

/** `40 k`, `1 M` tokens. */
export function tokensWords(t: T, tokens: number): string {
  if (tokens >= 1_000_000) {
    const millions = tokens / 1_000_000;
    return t("common.valueM", {
      value: decimal(millions, millions < 10 && millions % 1 >= 0.05 ? 1 : 0),
    });
  }
  return tokens >= 1000
    ? t("common.valueK", { value: decimal(Math.floor(tokens / 1000)) })
    : decimal(tokens);
}
