// Other places from which the same host starts a server of that name itself.
import type { DirectPlace } from "../../../src-shared/gateway/gatewayView.ts";
import { useT } from "../../i18n/index.ts";
import { Icon } from "../../ui/controls/Icon.tsx";
import { WarnIcon } from "../../ui/controls/icons.ts";
import { Quote } from "../../ui/text/Quote.tsx";

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
