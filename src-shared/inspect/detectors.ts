// All detectors of single texts, in one list.
import { findCommands } from "./commands.ts";
import { findComments } from "./comments.ts";
import { findConfusables } from "./confusable.ts";
import { findControl } from "./control.ts";
import type { Detector } from "./detector.ts";
import { findHiddenSpace } from "./hiddenText.ts";
import { findLinks } from "./links.ts";
import { findPadding } from "./padding.ts";
import { findPasswords } from "./passwords.ts";
import { findPersonal } from "./personal.ts";
import { findPhrases } from "./phrases.ts";
import { findHiddenStyles } from "./styles.ts";

export const DETECTORS: readonly Detector[] = [
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
