// All detectors of single texts.
import { findCommands } from "./phrases/commands.ts";
import { findComments } from "./characters/comments.ts";
import { findConfusables } from "./characters/confusable.ts";
import { findControl } from "./phrases/control.ts";
import type { Check } from "./text/detector.ts";
import { findHiddenSpace } from "./characters/hiddenText.ts";
import { findLinks } from "./phrases/links.ts";
import { findPadding } from "./characters/padding.ts";
import { findPasswords } from "./secrets/passwords.ts";
import { findPersonal } from "./secrets/personal.ts";
import { findPhrases } from "./phrases/phrases.ts";
import { findHiddenStyles } from "./characters/styles.ts";

export const DETECTORS: readonly Check[] = [
  findConfusables,
  findComments,
  findHiddenSpace,
  findPadding,
  findHiddenStyles,
  findPhrases,
  findCommands,
  findControl,
  findPasswords,
  findPersonal,
  findLinks,
];
