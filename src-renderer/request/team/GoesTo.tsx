// Whether the requests of a server or program go to the user or to the team; only in a team.
import { useT } from "#words/index.ts";
import { useIsInTeam } from "#data/team.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Fact } from "#kit/layout/Section.tsx";

export function GoesTo({
  isTeams,
  onTeam,
}: {
  isTeams: boolean;
  onTeam: (isTeams: boolean) => void;
}) {
  const t = useT();
  if (!useIsInTeam()) return null;
  return (
    <Fact label={t("team.goesTo.label")}>
      <RadioGroup
        label={t("team.goesTo.label")}
        value={isTeams ? "team" : "me"}
        onChange={(value) => onTeam(value === "team")}
        options={(["me", "team"] as const).map((value) => ({
          value,
          label: t(`team.goesTo.${value}`),
          hint: t(`team.goesTo.${value}Hint`),
        }))}
      />
    </Fact>
  );
}
