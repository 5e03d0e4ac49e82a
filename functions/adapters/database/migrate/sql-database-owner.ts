import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { migrate } from 'drizzle-orm/aws-data-api/pg/migrator';
import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import type { DatabaseAddress } from '#functions/adapters/database/sql-database.ts';
import { longIndexes } from '#functions/database/long-indexes.ts';
import type { DatabaseOwner } from '#functions/ports/database/migrate/database-owner.ts';
import { createIndexes } from './create-indexes.ts';
import { refuseOtherMigrations } from './refuse-other-migrations.ts';
import { makeScramVerifier } from './scram-verifier.ts';

const login = z.object({
  username: z.string().regex(/^\w+$/),
  password: z.string().regex(/^[\x20-\x7e]{16,}$/),
});

/**
 * A Lambda that is killed within a transaction leaves it open with its locks, such as a client's account or the
 * counter of the invoice numbers, until the Data API's three idle minutes are over. These settings apply from the
 * role's next sign-in. An idle transaction ends before anyone who waits for its locks gives up.
 */
const APPLICATION_TIMEOUTS = {
  idle_in_transaction_session_timeout: '5s',
  lock_timeout: '10s',
  // Longer than any of our calls waits (data-api-client.ts), shorter than the 29 s of a route.
  statement_timeout: '25s',
};

/** Everyone waits behind a transaction that waits to change a table, so a migration fails early and is run again. */
const OWNER_TIMEOUTS = { lock_timeout: '5s' };

/** The application sorts and joins in memory; a temporary table would only be a place to store what it reads. */
const REFUSE_TEMPORARY_TABLES = `do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$`;

const LOOK_AGAIN_MS = 5_000;

export const makeDatabaseOwner = (
  client: RDSDataClient,
  address: DatabaseAddress,
  /** The logins of the application and of its routes that only read. */
  logins: readonly ReadSecret[],
  migrationsFolder: string,
  timeLeftMs: () => number = () => Number.POSITIVE_INFINITY,
): DatabaseOwner => ({
  migrate: async () => {
    const connection = drizzle(client, address);
    await refuseOtherMigrations(connection, migrationsFolder);
    const setTimeoutsOf = async (role: string, timeouts: Record<string, string>) => {
      for (const [setting, value] of Object.entries(timeouts)) {
        await connection.execute(sql.raw(`alter role ${role} set ${setting} = '${value}'`));
      }
    };
    for (const readLogin of logins) {
      const { username, password } = login.parse(JSON.parse(await readLogin()));
      const known = await connection.execute(sql`select 1 from pg_roles where rolname = ${username}`);
      const statement = known.rows.length > 0 ? 'alter role' : 'create role';
      // DDL takes no parameters; the name is checked, and a verifier contains no quote.
      await connection.execute(
        sql.raw(`${statement} ${username} with login password '${makeScramVerifier(password)}'`),
      );
      await setTimeoutsOf(username, APPLICATION_TIMEOUTS);
    }
    await setTimeoutsOf('current_user', OWNER_TIMEOUTS);
    await connection.execute(sql.raw(REFUSE_TEMPORARY_TABLES));

    await migrate(connection, { migrationsFolder });

    return {
      unreadyIndexes: await createIndexes(client, address, longIndexes, {
        timeLeftMs,
        pauseMs: LOOK_AGAIN_MS,
      }),
    };
  },
});
