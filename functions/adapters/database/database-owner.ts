import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { migrate } from 'drizzle-orm/aws-data-api/pg/migrator';
import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets.ts';
import type { DatabaseOwner } from '#functions/ports/database/database-owner.ts';
import type { DatabaseAddress } from './database.ts';

const login = z.object({ username: z.string().regex(/^\w+$/), password: z.string().min(16) });

/**
 * A Lambda that is killed within a transaction leaves it open with its locks, the counter of the invoice numbers
 * perhaps among them, until the Data API's three idle minutes are over. These hold from the next sign-in of the role.
 */
const GIVES_WAY_AFTER = { idle_in_transaction_session_timeout: '10s', lock_timeout: '10s' };

const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`;

export const makeDatabaseOwner = (
  client: RDSDataClient,
  address: DatabaseAddress,
  readApplicationLogin: ReadSecret,
  migrationsFolder: string,
): DatabaseOwner => ({
  migrate: async () => {
    const connection = drizzle(client, address);
    const { username, password } = login.parse(JSON.parse(await readApplicationLogin()));

    const known = await connection.execute(sql`select 1 from pg_roles where rolname = ${username}`);
    const statement = known.rows.length > 0 ? 'alter role' : 'create role';
    // DDL takes no parameters; the name is checked and the password is quoted.
    await connection.execute(
      sql.raw(`${statement} ${username} with login password ${quoteLiteral(password)}`),
    );
    for (const [setting, value] of Object.entries(GIVES_WAY_AFTER)) {
      await connection.execute(sql.raw(`alter role ${username} set ${setting} = '${value}'`));
    }

    await migrate(connection, { migrationsFolder });
  },
});
