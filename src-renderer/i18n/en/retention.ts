// The words of how long the content of ended requests is kept.
export const retention = {
  label: "How long content is kept",
  intro:
    "Facts, decisions and hashes stay for good, so that the record can still be verified. What goes is gone from this machine; copies that you exported are not touched, nor are the ledger that you left where it was when you moved on, and the copies that an update to a new format kept (ledger.db.backup-v…): delete these yourself.",
  days: "Days after a request has ended",
  megabytes: "Megabytes of one server",
  daysHint: "Empty: its age does not matter.",
  megabytesHint:
    "Empty: as much as there is. Otherwise the oldest goes first. What several requests hold is kept once, but counts for each of them.",
  textOnly: "Text only: forget images and sounds once a request has ended",
  whole: "A whole number from 1 to {{max, number}}, or nothing.",
  save: "Save",
  saved: "Saved. It is looked at within the hour, and after each start.",
  own: "A rule of its own for this server",
  ownHint: "Otherwise what is set in Settings holds.",
  sum: {
    usual: "Content is kept as set in Settings",
    all: "Content is kept for good",
    days_one: "Content is kept for {{count, number}} day",
    days_other: "Content is kept for {{count, number}} days",
    megabytes: "{{count, number}} MB of content are kept",
    textOnly: "Images and sounds are forgotten",
  },
};
