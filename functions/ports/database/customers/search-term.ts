/** One spelling of what somebody typed. A search finds what matches one of its terms. */
export interface SearchTerm {
  /** The spelling itself, with which a number or an address may start. */
  typed: string;
  /** The form in which it is compared; without one nothing matches. */
  form: string;
  /** Its words in this form, the longest first. A match contains them all, in any order. */
  words: readonly string[];
}
