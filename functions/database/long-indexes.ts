/** An index on a table that grows for ever, which takes longer to build than a migration may hold up its writers. */
export interface LongIndex {
  name: string;
  /** What follows `on` in its definition. */
  on: string;
}

/**
 * Built after the migrations, outside of their transaction and beside the writes. A new index on a long table is added
 * here and to the schema, and its statement taken out of the migration that drizzle generates.
 */
export const longIndexes: readonly LongIndex[] = [{ name: 'audit_log_at', on: 'audit_log using btree (at)' }];
