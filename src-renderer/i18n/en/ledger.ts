// While nothing can be recorded: why, what holds until then, and what can be done.
export const ledger = {
  what: {
    full: "The disk is full: nothing can be recorded.",
    "read-only": "The record’s folder cannot be written: nothing can be recorded.",
    locked: "Another program holds the record’s file: nothing can be recorded.",
    key: "The record is encrypted, and the system’s key store does not have its key: nothing can be recorded.",
    damaged: "The record’s file is damaged: nothing can be recorded.",
    newer: "A newer Countersign wrote the record: this one cannot go on with it.",
    gone: "The record’s folder is not there: nothing can be recorded.",
    other: "Nothing can be recorded.",
  },
  holds: "Nothing is sent until it can. What waits stays here, in memory.",
  unrecorded_one: "{{count, number}} thing that happened is yet to be written.",
  unrecorded_other: "{{count, number}} things that happened are yet to be written.",
  next: {
    full: "Make room on the disk, then try again.",
    "read-only": "Give yourself the right to write there, then try again.",
    locked: "Close the other program, then try again.",
    key: "Unlock the key store and start Countersign again. If its key is lost, quit and move the file and drafts.db away: a new record begins.",
    damaged:
      "Quit, and put a copy of it back if you have one. Without one move the file away: a new record begins.",
    newer: "Start the newer Countersign.",
    gone: "Connect the drive again, then try again.",
    other: "Put right what is named, then try again.",
  },
  retry: "Try again",
  refuse_one: "Refuse what waits",
  refuse_other: "Refuse all {{count, number}}",
  refuseTitle_one: "Refuse the request that waits?",
  refuseTitle_other: "Refuse all {{count, number}} requests that wait?",
  refuseBody:
    "Each server gets error −32061, which says that the request cannot be recorded. This cannot be undone, and is written once anything can be.",
};
