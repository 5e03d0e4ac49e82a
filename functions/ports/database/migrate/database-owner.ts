import type { DatabaseOf } from '#functions/ports/database/database.ts';

/** The database as the owner of its schema; only the migrations use it. */
export interface DatabaseOwner {
  /**
   * Creates the application role if it is missing and sets it up, then applies the migrations that have not run yet,
   * then builds the missing indexes on long tables. Returns those that the database is still building.
   */
  migrate(): Promise<{ unreadyIndexes: string[] }>;
  /** What the deployment brings into the ledger, before functions of the new release run. */
  database: DatabaseOf<'ledgerCatchUp' | 'ledgerChecks'>;
}
