/** Rows of one table about one person, under a title that says what they are. */
export interface DataSection {
  title: string;
  rows: Record<string, unknown>[];
}

/** The reads of `npm run data-of`; no route uses it. */
export interface DataSubjectStore {
  /**
   * Writes the audit row with the operator's name, and reads what the database holds about the holder of an OW number:
   * the account, and what is retained of deleted accounts that had the number. Undefined, and nothing is written, if
   * there is neither.
   */
  readAllOf(owNumber: string, operator: string): Promise<DataSection[] | undefined>;
}
