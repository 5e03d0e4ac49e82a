import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { migrate } from 'drizzle-orm/aws-data-api/pg/migrator';
import pg from 'pg';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { catchUpLedger, openBalances } from '#functions/domain/ledger/catch-up.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { openPostgres } from '#local/data-api/sql-server.ts';
import { startDataApi } from '#local/data-api.ts';
import { connectToDataApi, roleInSecretArn } from '#test/support/database/data-api-client.ts';
import { copyOldMigrations } from '#test/support/database/old-migrations.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { FILLED_AT } from './many-users.ts';
import { timeMs } from './measure.ts';
import type { Report } from './report.ts';

const MIGRATIONS = 'functions/database/migrations';
const LAST_WITHOUT_LEDGER = 16;
const ACCOUNTS = 100_000;
const INVOICES = 500_000;
const WHOLE_SECONDS_MAX = 300;
const PORTION_MS_MAX = 2_000;
const NOTHING_MS_MAX = 1_000;

/** Every eighth account has a balance; of fifty invoices one is void, and of forty one is open. */
const FILL = [
  `insert into users ("User_Name", "User_Surname", "User_Email", "User_Pass_Bkp", user_role, "OWNumber", "User_Debit")
   select 'Thandi', 'Nkosi', 'client' || number || '@example.com', 'no hash', 'client', 'OW' || (20000 + number),
     case when number % 8 = 0 then (number % 41 - 20) * 25 else 0 end
   from generate_series(1, ${ACCOUNTS}) as number`,
  `insert into invoices (invoice_number, user_id, total_amount, status, buyer, supplier, due_date, created_at, updated_at)
   select 'INV-' || number, first + number::bigint * 7919 % ${ACCOUNTS}, number % 5000 + 99.95,
     case when number % 40 = 0 then 'pending' when number % 50 = 1 then 'void' else 'paid' end,
     '{}', '{}', (issued_at + interval '7 days')::date, issued_at, issued_at + interval '5 days'
   from generate_series(1, ${INVOICES}) as number
   cross join (select min("User_Id") as first from users) as accounts
   cross join lateral (select timestamptz '${FILLED_AT.toISOString()}'
     - make_interval(days => 730 * (${INVOICES} - number) / ${INVOICES}) as issued_at) as times`,
  `insert into audit_log (at, action, record, changes, address)
   select updated_at, 'invoices.status', 'invoice ' || invoice_number || ' of user ' || user_id,
     jsonb_build_object('status', status), 'terminal'
   from invoices where status <> 'pending'`,
  'vacuum analyze',
];

const fill = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // The references to users would be checked row by row.
  await client.query("set session_replication_role = 'replica'");
  for (const statement of FILL) {
    await client.query(statement);
  }
  await client.end();
};

/** Measures how long a deployment takes to bring what exists into the ledger, and for how long it locks accounts. */
export const measureCatchUp = async (): Promise<Report> => {
  const postgres = await startPostgres();
  const server = await openPostgres(postgres.connectionString);
  const dataApi = await startDataApi({ server, resolveRole: roleInSecretArn });
  const { client, target } = connectToDataApi(dataApi.url, 'portal_owner');
  const oldMigrations = copyOldMigrations(MIGRATIONS, LAST_WITHOUT_LEDGER);
  await migrate(drizzle(client, target), { migrationsFolder: oldMigrations });
  rmSync(oldMigrations, { recursive: true });
  await fill(postgres.connectionString);

  const login = JSON.stringify({ username: 'portal_app', password: 'not-used-on-this-server' });
  const owner = makeDatabaseOwner(client, target, async () => login, MIGRATIONS);
  await owner.migrate();
  const portions: number[] = [];
  const database: DatabaseOf<'ledgerCatchUp'> = {
    ...owner.database,
    transaction: async (work) => {
      const startedAt = performance.now();
      const result = await owner.database.transaction(work);
      portions.push(performance.now() - startedAt);

      return result;
    },
  };
  const wholeMs = await timeMs(async () => {
    await openBalances(database);
    await catchUpLedger(database, FILLED_AT);
  });
  const nothingMs = await timeMs(async () => {
    await catchUpLedger(database, FILLED_AT);
  });

  await dataApi.close();
  await server.close();
  await postgres.stop();

  const longestMs = Math.max(...portions);

  return {
    tables: [
      {
        title: `Bringing ${INVOICES} invoices of ${ACCOUNTS} accounts into the ledger`,
        columns: ['seconds', 'portions', 'longest portion, ms', 'again, with nothing to do, ms'],
        rows: [[wholeMs / 1000, portions.length, longestMs, nothingMs]],
      },
    ],
    bounds: [
      {
        what: `Bringing ${INVOICES} invoices into the ledger takes`,
        measured: wholeMs / 1000,
        limit: WHOLE_SECONDS_MAX,
        unit: 's',
      },
      {
        what: 'The longest portion of it locks its accounts for',
        measured: longestMs,
        limit: PORTION_MS_MAX,
        unit: 'ms',
      },
      { what: 'Finding nothing to bring in takes', measured: nothingMs, limit: NOTHING_MS_MAX, unit: 'ms' },
    ],
  };
};
