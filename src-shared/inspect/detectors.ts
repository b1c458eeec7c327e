// All detectors of single texts, in one list.
import { findComments } from "./comments.ts";
import type { Detector } from "./detector.ts";
import { findHiddenSpace } from "./hiddenText.ts";

export const DETECTORS: readonly Detector[] = [findComments, findHiddenSpace];
