/** The sentence of the refusal to migrate a database that has run other files. */
export const OTHER_MIGRATIONS =
  'This database was made by other migrations than those of this release. Nothing was changed.';

/** The database as the owner of its schema; only the migrations use it. */
export interface DatabaseOwner {
  /**
   * Creates the application role if it is missing and sets it up, then applies the migrations that have not run yet,
   * then builds the missing indexes on long tables. Returns those that the database is still building. Refuses a
   * database that has run other migrations, before it changes anything.
   */
  migrate(): Promise<{ unreadyIndexes: string[] }>;
}
