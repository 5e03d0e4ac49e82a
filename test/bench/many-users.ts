import pg from 'pg';
import { generateServices } from '#local/seed/demo-services.ts';
import { generateUsers } from '#local/seed/demo-users.ts';
import { makeRandom } from '#local/seed/random.ts';

const ACCOUNTS_PER_STATEMENT = 5_000;
const CLIENTS_PER_ADMIN = 1_000;
/** The time of the filling; no account is younger. */
export const FILLED_AT = new Date('2026-11-20T10:00:00Z');

/** Has the length of an argon2id hash with its parameters and salt. */
const PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'x'.repeat(22)}$${'x'.repeat(43)}`;

const INSERT_USERS = `
  insert into users ("User_Name", "User_Surname", "User_Email", "User_Mobile", "User_RegNo", "OWNumber", user_role,
    "User_Pass_Bkp", "User_Org", "User_Address", "User_Town", "User_Code", "User_State", "User_Country", "User_VAT",
    "User_Ref", "User_DOB_Day", "User_DOB_Month", "User_DOB_Year", "User_Status", "User_Debit", "User_Date",
    email_verified_at)
  select "User_Name", "User_Surname", "User_Email", "User_Mobile", "User_RegNo", "OWNumber", user_role,
    "User_Pass_Bkp", "User_Org", "User_Address", "User_Town", "User_Code", "User_State", "User_Country", "User_VAT",
    "User_Ref", "User_DOB_Day", "User_DOB_Month", "User_DOB_Year", "User_Status", "User_Debit", "User_Date",
    email_verified_at
  from jsonb_populate_recordset(null::users, $1::jsonb)`;

const INSERT_SERVICES = `
  insert into services (user_id, service_category, account_type, account_username, msisdn, sim_serial_number,
    price_per_month, status, created_at, updated_at)
  select "User_Id", service_category, account_type, account_username, msisdn, sim_serial_number,
    price_per_month, status, created_at, updated_at
  from jsonb_to_recordset($1::jsonb) as service("owNumber" text, service_category text, account_type text,
    account_username text, msisdn text, sim_serial_number text, price_per_month numeric, status text,
    created_at timestamptz, updated_at timestamptz)
  join users on upper("OWNumber") = upper(service."owNumber")`;

/** All indexes except those that the filling itself reads, and those of constraints. */
const FIND_INDEXES = `
  select indexname as name, indexdef as definition from pg_indexes
  where tablename in ('users', 'services')
    and indexname not in ('users_pkey', 'services_pkey', 'users_ow_number_key')
    and indexname not in (select conname from pg_constraint)`;

/** Drops the indexes while `fill` runs: building an index at the end is many times faster than row by row. */
const withoutIndexes = async (client: pg.Client, fill: () => Promise<void>): Promise<void> => {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(FIND_INDEXES);

  for (const { name } of indexes) {
    await client.query(`drop index ${name}`);
  }
  await fill();
  for (const { definition } of indexes) {
    await client.query(definition);
  }
};

/** Fills a migrated, empty database as superuser with accounts like the seed's and their services. */
export const addManyUsers = async (connectionString: string, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("set maintenance_work_mem = '256MB'");

  const random = makeRandom(count);
  const write = async (users: readonly object[], services: readonly object[]) => {
    await client.query(INSERT_USERS, [JSON.stringify(users)]);
    await client.query(INSERT_SERVICES, [JSON.stringify(services)]);
  };

  await withoutIndexes(client, async () => {
    const users: object[] = [];
    const services: object[] = [];
    let made = 0;

    for (const user of generateUsers(count, random, FILLED_AT)) {
      made += 1;
      const user_role = made % CLIENTS_PER_ADMIN === 0 ? 'admin' : 'client';
      users.push({ ...user, user_role, User_Pass_Bkp: PASSWORD_HASH });
      services.push(...generateServices(user, random, FILLED_AT));
      if (users.length === ACCOUNTS_PER_STATEMENT) {
        await write(users.splice(0), services.splice(0));
      }
    }
    await write(users, services);
  });

  // The next registered account gets a number after these.
  await client.query(`select setval('ow_number_seq', max(substr("OWNumber", 3)::int)) from users`);
  // Autovacuum does the same soon after a large import: statistics, and the visibility map that index-only scans need.
  await client.query('vacuum analyze users, services');
  await client.end();
};
