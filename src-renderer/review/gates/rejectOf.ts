// Props of the reject form at either gate.
import type { T } from "../../i18n/index.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { streamedOf } from "../../../src-shared/sampling/life/streamed.ts";
import { toldBy } from "../../gate/decision.ts";
import type { Deciding } from "./useDecision.ts";
import type { Reject } from "./RejectForm.tsx";

/** @param hash of the document that is rejected */
export const rejectOf = (t: T, sample: Sample, hash: string, deciding: Deciding): Reject => ({
  effect: t(`review.reject.${streamedOf(sample) === null ? wayOf(sample) : "streamed"}`),
  tells: toldBy(sample),
  run: (note, tellServer) =>
    deciding.run(hash, { kind: "reject", tellServer, ...(note === "" ? {} : { note }) }),
});

/** A stream has begun, with keep-alives at least, by the time that a user decides. */
const wayOf = ({ reply }: Sample) =>
  reply.kind === "http" && reply.stream ? ("stream" as const) : reply.kind;
