// Where a text could hold a secret of a form that secretlint knows: cheap, and known without loading its rules.

/** How every form of a secret that the preset knows begins, or what it must hold. A test holds this to its rules. */
export const SIGN =
  /A3T[A-Z0-9]|A(?:KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA)|secret_?access_?key|account_?id|-----BEGIN|x-oauth-basic|_authToken|npm_|xox[bpaor]-|xapp-|hooks\.slack|:\/\/[^\s:/@]{1,256}:[^\s/@]{1,256}@|sk-|gsk_|hf_|lin_api_|ntn_|secret_|SG\.|shp(?:pa|ca|at|ss)_|gh[pousr]_|github_pat_|glpat-|gl(?:c|sa)_|ops_ey|hv[sbr]\.|vc[piark]_|dapi[A-F0-9]{8}|dckr_pat_|figd_|private_key/giu;

export const hasSign = (text: string): boolean => text.search(SIGN) !== -1;
