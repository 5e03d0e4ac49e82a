import pg from 'pg';
import { searchCustomers } from '#functions/domain/customers/search-customers.ts';
import { listDebtors, sumDebtors } from '#functions/domain/debtors/read-debtors.ts';
import { readCounts, readMoney, readMonths } from '#functions/domain/figures/read-figures.ts';
import { readAdminStats } from '#functions/domain/system/system-health.ts';
import { listUsers } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { PAGE_MAX } from '#shared/contract/limits.ts';
import { type UserListQuery, userListQuery } from '#shared/contract/user-list.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { addManyUsers, FILLED_AT } from './many-users.ts';
import { median, quantile, timeMs } from './measure.ts';
import type { Report } from './report.ts';
import { openTimedDatabase, type TimedDatabase } from './timed-database.ts';
import { measureUserWrites } from './user-writes.ts';
import { addYearOfInvoices, DEBTORS, INVOICES, OPEN_INVOICES } from './year-of-invoices.ts';

interface Limits {
  firstPageMs: number;
  lastPageMs: number;
  rareSearchMs: number;
  dashboardMs: number;
  /** Without a limit the time is only printed: for middle pages, and for terms with thousands of matches. */
  otherListMs: number | undefined;
  headerSearchMs: number | undefined;
  countFiguresMs: number | undefined;
  moneyFiguresMs: number | undefined;
  monthFiguresMs: number | undefined;
  debtorsPageMs: number | undefined;
  debtorsSumsMs: number | undefined;
}

const LIMITS: Record<'hundredThousand' | 'million', Limits> = {
  hundredThousand: {
    firstPageMs: 2,
    lastPageMs: 10,
    rareSearchMs: 5,
    dashboardMs: 10,
    otherListMs: 40,
    headerSearchMs: 10,
    countFiguresMs: 10,
    moneyFiguresMs: 100,
    monthFiguresMs: 300,
    debtorsPageMs: 10,
    debtorsSumsMs: 100,
  },
  million: {
    firstPageMs: 2,
    lastPageMs: 60,
    rareSearchMs: 5,
    dashboardMs: 10,
    otherListMs: undefined,
    headerSearchMs: undefined,
    countFiguresMs: undefined,
    moneyFiguresMs: undefined,
    monthFiguresMs: undefined,
    debtorsPageMs: undefined,
    debtorsSumsMs: undefined,
  },
};

const ROUNDS = 100;
const SAMPLES = 25;

/** One kind of query, run with several terms in turn. */
interface Case {
  name: string;
  msMax: number | undefined;
  /** Each returns its number of rows. */
  reads: readonly ((database: Database) => Promise<number>)[];
}

const ADMIN: SessionUser = { userId: 1, role: 'admin', sessionId: '', address: '127.0.0.1' };

type Query = Partial<UserListQuery>;

const listing = (name: string, msMax: number | undefined, ...queries: Query[]): Case => ({
  name: `list: ${name}`,
  msMax,
  reads: queries.map((query) => async ({ userLists }) => {
    const { users } = await listUsers(userLists, ADMIN, userListQuery.parse(query), new Date());

    return users.length;
  }),
});

const searching = (name: string, msMax: number | undefined, queries: readonly string[]): Case => ({
  name: `search: ${name}`,
  msMax,
  reads: queries.map((query) => async ({ customers }) => {
    const found = await searchCustomers(customers, ADMIN, query, new Date());

    return found.length;
  }),
});

const dashboard = (msMax: number): Case => ({
  name: 'dashboard',
  msMax,
  reads: [
    async ({ userLists }) => {
      await readAdminStats(userLists, FILLED_AT);

      return 1;
    },
  ],
});

const SUPPORT = { isOn: true, contactUrl: (id: number) => `https://desk.example/${id}` };

const figuresOf = ({ countFiguresMs, moneyFiguresMs, monthFiguresMs }: Limits): Case[] => {
  const figure = (
    name: string,
    msMax: number | undefined,
    read: (database: Database) => Promise<unknown>,
  ) => ({
    name: `figures: ${name}`,
    msMax,
    reads: [async (database: Database) => Number((await read(database)) !== undefined)],
  });

  return [
    figure('counts', countFiguresMs, (database) =>
      readCounts({ database, supportSettings: SUPPORT }, FILLED_AT),
    ),
    figure('money', moneyFiguresMs, ({ figures }) => readMoney(figures, FILLED_AT)),
    figure('months', monthFiguresMs, ({ figures }) => readMonths(figures, FILLED_AT)),
  ];
};

const debtorsOf = ({ debtorsPageMs, debtorsSumsMs }: Limits): Case[] => {
  const page = (name: string, msMax: number | undefined, sort: 'age' | 'amount', page: number) => ({
    name: `debtors: ${name}`,
    msMax,
    reads: [
      async ({ debtors }: Database) => {
        const found = await listDebtors(debtors, ADMIN, { page, limit: 30, sort }, FILLED_AT);

        return found.debtors.length;
      },
    ],
  });

  return [
    page('page 1 by age', debtorsPageMs, 'age', 1),
    page('last page by age', undefined, 'age', Math.floor(DEBTORS / 30)),
    page('page 1 by amount', undefined, 'amount', 1),
    {
      name: 'debtors: sums',
      msMax: debtorsSumsMs,
      reads: [async ({ debtors }) => Number((await sumDebtors(debtors, FILLED_AT)).total > 0)],
    },
  ];
};

interface Sample {
  name: string;
  surname: string;
  organisation: string;
  email: string;
  owNumber: string;
  msisdn: string;
  simSerial: string;
}

/** Takes clients from all parts of the table, as sources of search terms. */
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

const makeCases = (samples: readonly Sample[], accounts: number, limits: Limits): Case[] => {
  const { firstPageMs, lastPageMs, rareSearchMs, otherListMs } = limits;
  const lastPage = Math.ceil(accounts / 30);
  const middlePage = Math.ceil(lastPage / 2);
  const each = (say: (sample: Sample) => string) => samples.map(say);
  const listSearches = (say: (sample: Sample) => string) => each(say).map((search) => ({ search }));
  const headerSearch = (name: string, queries: readonly string[]) =>
    searching(name, limits.headerSearchMs, queries);

  return [
    listing('page 1', firstPageMs, { page: 1 }),
    listing('middle page', otherListMs, { page: middlePage }),
    listing('last page', lastPageMs, { page: lastPage }),
    listing('beyond the last page', firstPageMs, { page: PAGE_MAX }),
    listing('administrators', firstPageMs, { role: 'admin' }),
    listing('clients, page 1', firstPageMs, { role: 'client' }),
    listing('clients, middle page', otherListMs, { role: 'client', page: middlePage }),
    listing('active, page 1', firstPageMs, { status: 'active' }),
    listing('active, last page', lastPageMs, { status: 'active', page: Math.floor(lastPage * 0.91) }),
    listing('inactive clients', firstPageMs, { role: 'client', status: 'inactive' }),
    listing('surname', otherListMs, ...listSearches(({ surname }) => surname)),
    listing('three letters', otherListMs, ...listSearches(({ surname }) => surname.slice(0, 3))),
    listing('two letters', otherListMs, ...listSearches(({ surname }) => surname.slice(0, 2))),
    listing('a text in every address', otherListMs, { search: 'example' }),
    listing('a text in every address, middle page', otherListMs, { search: 'example', page: middlePage }),
    listing('start of mobile numbers', otherListMs, { search: '082' }),
    listing('email address', rareSearchMs, ...listSearches(({ email }) => email)),
    listing('OW number', rareSearchMs, ...listSearches(({ owNumber }) => owNumber)),
    listing('no match', rareSearchMs, { search: 'qzxwvk' }),
    listing(
      'active with a surname',
      otherListMs,
      ...each(({ surname }) => surname).map((search) => ({ search, status: 'active' as const })),
    ),
    listing('by what they owe, page 1', undefined, { sort: 'owed' }),
    listing('by what they owe, middle page', undefined, { sort: 'owed', page: middlePage }),
    listing('by services, page 1', undefined, { sort: 'services' }),
    listing('by services, middle page', undefined, { sort: 'services', page: middlePage }),
    listing('by name, page 1', firstPageMs, { sort: 'name', order: 'asc' }),
    listing('by name, middle page', otherListMs, { sort: 'name', order: 'asc', page: middlePage }),
    listing('owing', otherListMs, { only: 'owing' }),
    listing('overdue, by what they owe', undefined, { only: 'overdue', sort: 'owed' }),
    listing('without services', undefined, { only: 'no-services' }),
    listing('new this month', otherListMs, { only: 'new-this-month' }),
    dashboard(limits.dashboardMs),
    ...figuresOf(limits),
    ...debtorsOf(limits),
    headerSearch(
      'three letters of a surname',
      each(({ surname }) => surname.slice(0, 3)),
    ),
    headerSearch(
      'three letters within a name',
      each(({ name }) => name.slice(1, 4)),
    ),
    headerSearch(
      'two letters',
      each(({ surname }) => surname.slice(0, 2)),
    ),
    headerSearch(
      'one name',
      each(({ name }) => name),
    ),
    headerSearch(
      'full name',
      each(({ name, surname }) => `${name} ${surname}`),
    ),
    headerSearch(
      'company',
      each(({ organisation }) => organisation),
    ),
    headerSearch(
      'email address',
      each(({ email }) => email),
    ),
    headerSearch(
      'OW number',
      each(({ owNumber }) => owNumber),
    ),
    headerSearch(
      'msisdn',
      each(({ msisdn }) => msisdn.replace('+27', '0')),
    ),
    headerSearch(
      'start of an msisdn',
      each(({ msisdn }) => msisdn.replace('+27', '0').slice(0, 5)),
    ),
    headerSearch(
      'end of an msisdn',
      each(({ msisdn }) => msisdn.slice(-5)),
    ),
    headerSearch(
      'SIM serial',
      each(({ simSerial }) => simSerial),
    ),
    headerSearch('a text in every address', ['example']),
    headerSearch('a text in many services', ['fibre.owconnect']),
    headerSearch('no match', ['qzxwvk']),
    headerSearch('no match, two letters', ['qz']),
  ];
};

const measureCase = async (database: TimedDatabase, { name, msMax, reads }: Case) => {
  const times: number[] = [];
  const rows: number[] = [];
  const plans: string[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    const read = reads[round % reads.length];
    if (!read) {
      throw new Error(`Nothing is asked in ${name}`);
    }

    const { result, statement } = await database.time(read);
    times.push(statement.ms);
    rows.push(result);
    if (round === 0) {
      plans.push(...(await database.explain(statement)).reads);
    }
  }

  return { name, msMax, rows: median(rows), medianMs: median(times), p95Ms: quantile(times, 0.95), plans };
};

const measureReads = async (connectionString: string, accounts: number, limits: Limits): Promise<Report> => {
  const database = await openTimedDatabase(connectionString);

  try {
    await database.migrate();
    const fillMs = await timeMs(async () => {
      await addManyUsers(connectionString, accounts);
      await addYearOfInvoices(connectionString);
    });
    const measured = [];
    for (const one of makeCases(await takeSamples(connectionString), accounts, limits)) {
      measured.push(await measureCase(database, one));
    }

    return {
      tables: [
        {
          title: `The list and the search on PostgreSQL with ${accounts} accounts, their services and ${INVOICES} invoices, of which ${DEBTORS} clients owe ${OPEN_INVOICES} (${ROUNDS} statements each; filled in ${Math.round(fillMs / 1000)} s)`,
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
      bounds: measured.flatMap(({ name, p95Ms, msMax }) =>
        msMax === undefined
          ? []
          : [
              {
                what: `the p95 of '${name}' with ${accounts} accounts is`,
                measured: p95Ms,
                limit: msMax,
                unit: 'ms',
              },
            ],
      ),
    };
  } finally {
    await database.close();
  }
};

/** Measures the statements of the user list and the header search at the server, and lists what their plans read. */
export const measureDatabase = async (): Promise<Report> => {
  const accounts = 100_000;
  const postgres = await startPostgres();

  try {
    const reads = await measureReads(postgres.connectionString, accounts, LIMITS.hundredThousand);
    const writes = await measureUserWrites(postgres.connectionString, accounts);

    return {
      tables: [...reads.tables, ...writes.tables],
      bounds: [...reads.bounds, ...writes.bounds],
    };
  } finally {
    await postgres.stop();
  }
};

/** Measures the reads with a million accounts. */
export const measureMillion = async (): Promise<Report> => {
  const postgres = await startPostgres();

  try {
    return await measureReads(postgres.connectionString, 1_000_000, LIMITS.million);
  } finally {
    await postgres.stop();
  }
};
