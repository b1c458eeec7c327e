// The server's identity (files or certificate), and tools it has more or fewer of.
import type { ServerView } from "#shared/servers/server.ts";
import { identityActions } from "#data/identityActions.ts";
import { useT } from "#words/index.ts";
import { Fine } from "#request/identity/IdentityChanges.tsx";
import { IdentityFacts } from "#request/identity/IdentityFacts.tsx";
import { day } from "#request/identity/identityWords.ts";
import { Fact } from "./Fact.tsx";
import { Hint } from "#kit/text/Text.tsx";

export function IdentityFact({ server: { known, id } }: { server: ServerView }) {
  const t = useT();
  if (known === undefined) return null;
  const { added, gone, changed } = known.tools;
  const news = [
    added.length > 0 ? t("identity.toolsAdded", { count: added.length }) : "",
    gone.length > 0 ? t("identity.toolsGone", { count: gone.length }) : "",
  ].filter((words) => words !== "");
  return (
    <Fact label={t("identity.title")}>
      <IdentityFacts identity={known.identity} renewed={known.renewed} />
      {known.knownAtMs !== undefined && (
        <Hint below>{t("identity.known", { date: day(known.knownAtMs) })}</Hint>
      )}
      {news.length > 0 && (
        <Hint below>
          {news.join(" · ")}{" "}
          {changed.length === 0 && known.changed.length === 0 && (
            <Fine onFine={identityActions(id).accept} hash={known.hash} />
          )}
        </Hint>
      )}
    </Fact>
  );
}
