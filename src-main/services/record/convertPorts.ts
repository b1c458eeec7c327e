// What writing files of the profile anew takes: types only.

/** One file, by what it is encrypted with now and is to be; null: it is not. */
export interface ConvertFile {
  file: string;
  before: string | null;
  after: string | null;
  /** It is a ledger: the copy has to verify as the file does. */
  verified: boolean;
}

/** Nothing may have the files open. */
export interface ConvertJob {
  kind: "convert";
  files: ConvertFile[];
}
