// While nothing can be recorded: why, what holds until then, and what can be done.
import { shared } from "./common.ts";
export const ledger = {
  what: {
    full: "The disk is full: nothing can be recorded.",
    "read-only": "The audit log’s folder is read-only: nothing can be recorded.",
    locked: "Another program has locked the audit log: nothing can be recorded.",
    key: "The audit log is encrypted, and its key isn’t in the keychain: nothing can be recorded.",
    damaged: "The audit log is damaged: nothing can be recorded.",
    newer: "A newer version of Countersign wrote the audit log: nothing can be recorded.",
    gone: "The audit log’s folder is missing: nothing can be recorded.",
    other: "Nothing can be recorded.",
  },
  holds: "Nothing is sent until this is fixed. Pending requests stay in memory.",
  unrecorded_one: "{{count, number}} event isn’t recorded yet.",
  unrecorded_other: "{{count, number}} events aren’t recorded yet.",
  next: {
    full: "Free up disk space, then try again.",
    "read-only": "Make the folder writable, then try again.",
    locked: "Close the other program, then try again.",
    key: "Unlock the keychain and restart Countersign. If the key is lost, quit and move the file and drafts.db away; a new audit log begins.",
    damaged:
      "Quit and restore a copy, if you have one. Otherwise move the file away; a new audit log begins.",
    newer: "Start the newer version of Countersign.",
    gone: "Reconnect the drive, then try again.",
    other: "Fix the problem below, then try again.",
  },
  retry: shared.retry,
  refuse_one: "Refuse request",
  refuse_other: "Refuse all {{count, number}}",
  refuseTitle_one: "Refuse the pending request?",
  refuseTitle_other: "Refuse all {{count, number}} pending requests?",
  refuseBody:
    "Each server gets error −32061: the request can’t be recorded. This can’t be undone, and is recorded once the audit log can be written.",
};
