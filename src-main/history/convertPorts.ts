// Types for rewriting the profile's files with another encryption key.

/** A file and its encryption keys before and after; null means not encrypted. */
export interface ConvertFile {
  file: string;
  before: string | null;
  after: string | null;
  /** True for a ledger: the copy must verify with the same result as the original. */
  verified: boolean;
}

/** No connection may have the files open during the job. */
export interface ConvertJob {
  kind: "convert";
  files: ConvertFile[];
}
