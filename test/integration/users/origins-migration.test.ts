import { rmSync } from 'node:fs';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { addOldUser, copyOldMigrations } from '#test/support/database/old-migrations.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

// Today's indexes and ledger do not fit the old schema, from which these tests begin.
vi.mock('#functions/database/long-indexes.ts', () => ({ longIndexes: [] }));
vi.mock('#functions/domain/ledger/catch-up.ts', () => ({
  openBalances: () => ({ changed: 0, leftOut: [] }),
  catchUpLedger: () => ({ changed: 0, leftOut: [] }),
}));

const MIGRATIONS = 'functions/database/migrations';
/** The last migration before accounts had a contact key and an origin. */
const LAST_OLD = 8;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let portal: TestPortal;
const oldMigrations = copyOldMigrations(MIGRATIONS, LAST_OLD);

const migrate = () => {
  const { DATABASE_ARN = '', DATABASE_OWNER_SECRET_ARN = '', DATABASE_SECRET_ARN = '' } = process.env;
  const readLogin = async () => portal.secrets.get(DATABASE_SECRET_ARN) ?? '';
  const address = { resourceArn: DATABASE_ARN, secretArn: DATABASE_OWNER_SECRET_ARN, database: 'portal' };

  return makeDatabaseOwner(new RDSDataClient({}), address, readLogin, MIGRATIONS).migrate();
};

const addAuditRow = (action: string, userId: number, changes: string) =>
  portal.connection.execute(sql`
    insert into audit_log (action, record, changes, address)
    values (${action}, ${`user ${userId}`}, ${changes}::jsonb, 'terminal')`);

const read = async (userId: number) => {
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));

  return { contactKey: row?.contact_key, origin: row?.origin };
};

const ids = { plain: 0, known: 0, writing: 0, imported: 0, operator: 0, promoted: 0 };

beforeAll(async () => {
  postgres = await startPostgres();
  portal = await startTestPortal({
    databaseUrl: postgres.connectionString,
    settings: { MIGRATIONS_FOLDER: oldMigrations },
  });
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) {
    ids[name] = await addOldUser(portal);
  }
  await portal.connection.execute(
    sql`update users set "User_Support_Id" = 900 where "User_Id" = ${ids.known}::int`,
  );
  await portal.connection.execute(
    sql`insert into helpdesk_messages (user_id, kind) values (${ids.writing}::int, 'ticket')`,
  );
  await portal.connection.execute(
    sql`insert into jobs (kind, key, payload) values ('helpdesk-contact', '77', '{"userId": 77}')`,
  );
  await addAuditRow('operations.import', ids.imported, '[]');
  await addAuditRow('operations.admin', ids.operator, '{"user_role": "admin"}');
  await addAuditRow('operations.admin', ids.promoted, '{"user_role": "admin", "User_Status": 1}');

  await migrate();
});
afterAll(async () => {
  await portal.stop();
  await postgres.stop();
  rmSync(oldMigrations, { recursive: true });
});

describe('an account of an older database', () => {
  it('migrates an account with the key of a contact that exists or may exist, or with a random key', async () => {
    expect(await read(ids.known)).toMatchObject({ contactKey: String(ids.known) });
    expect(await read(ids.writing)).toMatchObject({ contactKey: String(ids.writing) });
    expect((await read(ids.plain)).contactKey).toMatch(UUID);
    expect((await read(ids.imported)).contactKey).not.toBe((await read(ids.plain)).contactKey);
  });

  it('takes the origin of an older account from the audit log, and otherwise counts it as registered', async () => {
    const origins = Object.entries(ids).map(async ([name, id]) => [name, (await read(id)).origin]);

    expect(Object.fromEntries(await Promise.all(origins))).toEqual({
      plain: 'registered',
      known: 'registered',
      writing: 'registered',
      imported: 'imported',
      operator: 'operator',
      promoted: 'registered',
    });
  });

  it('gives a waiting job the key of the contact of an account that is already deleted', async () => {
    const [job] = await portal.connection.select().from(jobs);

    expect(job?.payload).toEqual({ userId: 77, contactKey: '77' });
  });
});
