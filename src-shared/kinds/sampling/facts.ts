// What filters and lists know of a sampling request.
import { documentFacts } from "../../filter/documentFacts.ts";
import { firstWords } from "../../sampling/document/blocks.ts";

export const samplingFacts = { name: "sampling" as const, facts: documentFacts, firstWords };
