/**
 * An index on a table that grows without end. Building it takes longer than a migration may block the table's
 * writers.
 */
export interface LongIndex {
  name: string;
  /** The part of its definition after `on`. */
  on: string;
}

/**
 * Built after the migrations, outside their transaction and without blocking writes. From the first release on, a new
 * index on a long table is added here and to the schema, and its statement is removed from the migration that drizzle
 * generates.
 */
export const longIndexes: readonly LongIndex[] = [];
