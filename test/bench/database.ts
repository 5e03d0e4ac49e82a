import pg from 'pg';
import { searchCustomers } from '#functions/domain/customers/customers.ts';
import { listUsers } from '#functions/domain/users/users.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { SessionUser } from '#functions/ports/database/session-store.ts';
import { type UserListFilters, userListQuery } from '#shared/contract/users.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { addManyUsers } from './many-users.ts';
import { median, quantile, timeMs } from './measure.ts';
import type { Report } from './report.ts';
import { openTimedDatabase, type TimedDatabase } from './timed-database.ts';

const LIST_MS_MAX = 40;
const SEARCH_MS_MAX = 10;

const ROUNDS = 100;
const SAMPLES = 25;

/** One kind of question, asked in several wordings in turn. */
interface Case {
  name: string;
  msMax: number;
  /** Each answers how many rows came. */
  reads: readonly ((database: Database) => Promise<number>)[];
}

const ADMIN: SessionUser = { userId: 1, role: 'admin', sessionId: '', address: '127.0.0.1' };

const listing = (name: string, ...queries: (UserListFilters & { page?: number })[]): Case => ({
  name: `list: ${name}`,
  msMax: LIST_MS_MAX,
  reads: queries.map((query) => async ({ userLists }) => {
    const { users } = await listUsers(userLists, userListQuery.parse(query));

    return users.length;
  }),
});

const searching = (name: string, queries: readonly string[]): Case => ({
  name: `search: ${name}`,
  msMax: SEARCH_MS_MAX,
  reads: queries.map((query) => async ({ customers }) => {
    const found = await searchCustomers(customers, ADMIN, query);

    return found.length;
  }),
});

interface Sample {
  name: string;
  surname: string;
  organisation: string;
  email: string;
  owNumber: string;
  msisdn: string;
  simSerial: string;
}

/** Clients from all over the table, to take what is searched for from. */
const takeSamples = async (connectionString: string): Promise<Sample[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Sample>(`
    select "User_Name" as name, "User_Surname" as surname, "User_Org" as organisation, "User_Email" as email,
      "OWNumber" as "owNumber", msisdn, sim_serial_number as "simSerial"
    from users join services on user_id = "User_Id"
    where "User_Org" is not null and msisdn like '+27%' and sim_serial_number is not null
    order by md5("OWNumber") limit ${SAMPLES}`);
  await client.end();

  return rows;
};

const makeCases = (samples: readonly Sample[], accounts: number): Case[] => {
  const lastPage = Math.ceil(accounts / 30);
  const each = (say: (sample: Sample) => string) => samples.map(say);
  const listSearches = (say: (sample: Sample) => string) => each(say).map((search) => ({ search }));

  return [
    listing('page 1', { page: 1 }),
    listing('middle page', { page: Math.ceil(lastPage / 2) }),
    listing('last page', { page: lastPage }),
    listing('administrators', { role: 'admin' }),
    listing('clients, page 1', { role: 'client' }),
    listing('clients, middle page', { role: 'client', page: Math.ceil(lastPage / 2) }),
    listing('active, page 1', { status: 'active' }),
    listing('active, last page', { status: 'active', page: Math.floor(lastPage * 0.91) }),
    listing('inactive clients', { role: 'client', status: 'inactive' }),
    listing('surname', ...listSearches(({ surname }) => surname)),
    listing('three letters', ...listSearches(({ surname }) => surname.slice(0, 3))),
    listing('two letters', ...listSearches(({ surname }) => surname.slice(0, 2))),
    listing('what every address holds', { search: 'example' }),
    listing('what every address holds, middle page', { search: 'example', page: Math.ceil(lastPage / 2) }),
    listing('start of mobile numbers', { search: '082' }),
    listing('email address', ...listSearches(({ email }) => email)),
    listing('no match', { search: 'qzxwvk' }),
    listing(
      'active with a surname',
      ...each(({ surname }) => surname).map((search) => ({ search, status: 'active' as const })),
    ),
    searching(
      'three letters of a surname',
      each(({ surname }) => surname.slice(0, 3)),
    ),
    searching(
      'three letters within a name',
      each(({ name }) => name.slice(1, 4)),
    ),
    searching(
      'two letters',
      each(({ surname }) => surname.slice(0, 2)),
    ),
    searching(
      'one name',
      each(({ name }) => name),
    ),
    searching(
      'full name',
      each(({ name, surname }) => `${name} ${surname}`),
    ),
    searching(
      'company',
      each(({ organisation }) => organisation),
    ),
    searching(
      'email address',
      each(({ email }) => email),
    ),
    searching(
      'OW number',
      each(({ owNumber }) => owNumber),
    ),
    searching(
      'msisdn',
      each(({ msisdn }) => msisdn.replace('+27', '0')),
    ),
    searching(
      'start of an msisdn',
      each(({ msisdn }) => msisdn.replace('+27', '0').slice(0, 5)),
    ),
    searching(
      'end of an msisdn',
      each(({ msisdn }) => msisdn.slice(-5)),
    ),
    searching(
      'SIM serial',
      each(({ simSerial }) => simSerial),
    ),
    searching('what every address holds', ['example']),
    searching('what many services hold', ['fibre.owconnect']),
    searching('no match', ['qzxwvk']),
    searching('no match, two letters', ['qz']),
  ];
};

const measureCase = async (database: TimedDatabase, { name, msMax, reads }: Case) => {
  const times: number[] = [];
  const rows: number[] = [];
  const plans: string[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    const read = reads[round % reads.length];
    if (!read) throw new Error(`Nothing is asked in ${name}`);

    const { result, statement } = await database.time(read);
    times.push(statement.ms);
    rows.push(result);
    if (round === 0) plans.push(...(await database.explain(statement)).reads);
  }

  return { name, msMax, rows: median(rows), medianMs: median(times), p95Ms: quantile(times, 0.95), plans };
};

const measureAt = async (accounts: number, options: { areBound: boolean }): Promise<Report> => {
  const postgres = await startPostgres();
  const database = await openTimedDatabase(postgres.connectionString);

  try {
    await database.migrate();
    const fillMs = await timeMs(() => addManyUsers(postgres.connectionString, accounts));
    const cases = makeCases(await takeSamples(postgres.connectionString), accounts);
    const measured = [];
    for (const one of cases) measured.push(await measureCase(database, one));

    return {
      tables: [
        {
          title: `The list and the search on PostgreSQL with ${accounts} accounts and their services (${ROUNDS} statements each; filled in ${Math.round(fillMs / 1000)} s)`,
          columns: ['', 'rows', 'median ms', 'p95 ms', 'reads'],
          rows: measured.map(({ name, rows, medianMs, p95Ms, plans }) => [
            name,
            rows,
            medianMs,
            p95Ms,
            plans.join(', '),
          ]),
        },
      ],
      bounds: options.areBound
        ? measured.map(({ name, p95Ms, msMax }) => ({
            what: `the p95 of '${name}' with ${accounts} accounts is`,
            measured: p95Ms,
            limit: msMax,
            unit: 'ms',
          }))
        : [],
    };
  } finally {
    await database.close();
    await postgres.stop();
  }
};

/** The statements of the users' list and of the header search, timed at the server, and what their plans read. */
export const measureDatabase = () => measureAt(100_000, { areBound: true });

/** The same for a million accounts, which is printed and not bound. */
export const measureMillion = () => measureAt(1_000_000, { areBound: false });
