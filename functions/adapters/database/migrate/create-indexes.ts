import { setTimeout as sleep } from 'node:timers/promises';
import {
  ExecuteStatementCommand,
  type RDSDataClient,
  StatementTimeoutException,
} from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import * as z from 'zod';
import type { DatabaseAddress } from '#functions/adapters/database/sql-database.ts';
import type { LongIndex } from '#functions/database/long-indexes.ts';
import { AppError } from '#shared/errors.ts';

/** Time limit of one call; its statement goes on in the database after that. */
const STATEMENT_MS_MAX = 50_000;

const states = z.tuple([
  z.object({ is_there: z.boolean(), is_valid: z.boolean().nullable(), is_building: z.boolean() }),
]);

/** True if the statement went on without us, or if somebody held the table for too long: the next look shows which. */
const isPassing = (error: unknown): boolean =>
  error instanceof StatementTimeoutException || (error instanceof AppError && error.code === 'unavailable');

export interface BuildPatience {
  timeLeftMs(): number;
  /** Pause between two looks at an index that is being built. */
  pauseMs: number;
}

/**
 * Builds missing indexes, and builds those again that an interrupted build left invalid. Indexes that are not ready
 * in time go on being built in the database; their names are returned, and the next run checks them.
 */
export const createIndexes = async (
  client: RDSDataClient,
  address: DatabaseAddress,
  indexes: readonly LongIndex[],
  { timeLeftMs, pauseMs }: BuildPatience,
): Promise<string[]> => {
  const connection = drizzle(client, address);

  const readState = async (name: string) => {
    const { rows } = await connection.execute(sql`
      select relation.id is not null as is_there, index.indisvalid as is_valid, progress.pid is not null as is_building
      from (select to_regclass(${name}) as id) as relation
      left join pg_index as index on index.indexrelid = relation.id
      left join pg_stat_progress_create_index as progress on progress.index_relid = relation.id`);

    return states.parse(rows)[0];
  };

  /** Neither statement may run in a transaction, and neither ends with the call that sent it. */
  const run = async (statement: string) => {
    try {
      await client.send(
        new ExecuteStatementCommand({ ...address, sql: statement, continueAfterTimeout: true }),
      );
    } catch (error) {
      if (!isPassing(error)) {
        throw error;
      }
      await sleep(pauseMs);
    }
  };

  const build = async ({ name, on }: LongIndex): Promise<boolean> => {
    // PostgreSQL reports a building a moment after the index is there, and stops a moment before the index is valid. One
    // look at an index that nobody builds can be such a moment; two looks in a row are not.
    let wasAbandoned = false;
    while (timeLeftMs() > STATEMENT_MS_MAX) {
      const state = await readState(name);
      if (state.is_valid) {
        return true;
      }

      const isAbandoned = state.is_there && !state.is_building;
      if (!state.is_there) {
        await run(`create index concurrently ${name} on ${on}`);
      } else if (isAbandoned && wasAbandoned) {
        await run(`drop index concurrently ${name}`);
      } else {
        await sleep(pauseMs);
      }
      wasAbandoned = isAbandoned;
    }

    return false;
  };

  const unready: string[] = [];
  for (const index of indexes) {
    if (!(await build(index))) {
      unready.push(index.name);
    }
  }

  return unready;
};
