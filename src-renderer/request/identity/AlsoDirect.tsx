// Other places from which the same host starts a server of that name itself.
import type { DirectPlace } from "#shared/agents/gateway/gatewayView.ts";
import { useT } from "#words/index.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { WarnIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";

export function AlsoDirect({ places }: { places: readonly DirectPlace[] | undefined }) {
  const t = useT();
  return places?.map(({ file, kind, project }) => (
    <div key={`${file} ${project}`} className="warn" title={t("hosts.alsoDirectHint")}>
      <Icon of={WarnIcon} /> {t(`hosts.alsoDirect.${kind}`)}{" "}
      <Quote bare cut>
        {project === undefined ? file : `${file} › ${project}`}
      </Quote>
    </div>
  ));
}
