// The texts in the screenshots: minutes of a meeting, and a summary of them in pieces, as a model streams it.
export const MINUTES = `# Sync, Tuesday

Present: Ana, Jo, Mikkel

- Ingest: the queue moved to eu-north-1 on Tuesday. p99 fell from 840 to 210 ms.
- Export: CSV stays the default. Parquet is opt-in behind \`export.parquet\`.
- Retention is 400 days, as legal asked.
- The dual write is dropped on 1 December, says Jo. Ana would rather wait a week.
- Docs: Mikkel drafts them by Friday.`;

export const SUMMARY = [
  "**Decisions**\n",
  "- Ingest queue is in ",
  "eu-north-1 since Tuesday; ",
  "p99 840 to 210 ms.\n",
  "- CSV export stays. ",
  "Parquet is opt-in: `export.parquet`.\n",
  "- Retention is 400 days.\n\n",
  "**Open**\n",
  "- Drop of the dual write: Jo says 1 Dec, Ana a week later.\n",
  "- Docs draft by Friday (Mikkel).",
];
