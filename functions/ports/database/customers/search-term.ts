/** One spelling of what somebody typed. A search finds what matches one of its terms. */
export interface SearchTerm {
  /** The spelling itself, with which a number or an address may start. */
  typed: string;
  /** Its words as they are compared. A match contains them all, in any order; without words nothing matches. */
  words: readonly string[];
}
