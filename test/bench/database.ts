import pg from 'pg';
import { readTotals } from '#functions/domain/books/ledger-book.ts';
import { searchCustomers } from '#functions/domain/customers/search-customers.ts';
import { listDebtors, sumDebtors } from '#functions/domain/debtors/read-debtors.ts';
import { readCounts, readMoney, readMonths } from '#functions/domain/figures/read-figures.ts';
import { listUsers, readAdminStats } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { DebtorFilters, DebtorOrder } from '#shared/contract/debtors/ledger-statements.ts';
import { type UserListQuery, userListQuery } from '#shared/contract/users/user-list.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { startAdminSession } from './admin-session.ts';
import { type Bound, printTable } from './bounds.ts';
import { addManyUsers, FILLED_AT } from './many-users.ts';
import { median, quantile } from './measure.ts';
import { openTimedDatabase, type TimedDatabase } from './timed-database.ts';
import { addYearOfInvoices, DEBTORS, INVOICES, OPEN_INVOICES } from './year-of-invoices.ts';

const ROUNDS = 100;
const SAMPLES = 25;

/** One kind of query, run with several terms in turn. */
interface Case {
  name: string;
  /** Limit of the 95th percentile with 100,000 accounts. */
  msMax: number;
  /** Limit with a million; without one the time is only printed. */
  millionMsMax?: number;
  reads: readonly ((database: Database, admin: SessionUser) => Promise<unknown>)[];
  /** Runs before it. */
  prepare?: (connectionString: string) => Promise<unknown>;
}

/** The month before the filling. */
const LAST_MONTH = { from: '2026-10-01', to: '2026-10-31' };

/** Closes every month but the last one and the present one, with the closing balance. */
const closeBooks = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    insert into book_closings (last_day, closed_at, closed_by, totals)
    select '2026-09-30', now(), 1, jsonb_build_object('closing', -sum(amount))
    from ledger_entries where date <= '2026-09-30'`);
  await client.end();
};

const SUPPORT = { isOn: true, contactUrl: (id: number) => `https://desk.example/${id}` };

const listing = (...queries: Partial<UserListQuery>[]): Case['reads'] =>
  queries.map(
    (query) =>
      ({ userLists }, admin) =>
        listUsers(userLists, admin, userListQuery.parse(query), new Date()),
  );

const searching = (queries: readonly string[]): Case['reads'] =>
  queries.map(
    (query) =>
      ({ customers }, admin) =>
        searchCustomers(customers, admin, query, new Date()),
  );

const debtorsBy = (...queries: (DebtorFilters & DebtorOrder)[]): Case['reads'] =>
  queries.map(
    (query) => (database, admin) =>
      listDebtors(
        { database, mailSettings: { isOn: true } },
        admin,
        { page: 1, limit: 30, ...query },
        FILLED_AT,
      ),
  );

interface Sample {
  name: string;
  surname: string;
  email: string;
  msisdn: string;
}

/** Takes clients from all parts of the table, as sources of search terms. */
const takeSamples = async (connectionString: string): Promise<Sample[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Sample>(`
    select "User_Name" as name, "User_Surname" as surname, "User_Email" as email, msisdn
    from users join services on user_id = "User_Id"
    where msisdn like '+27%'
    order by md5("OWNumber") limit ${SAMPLES}`);
  await client.end();

  return rows;
};

const makeCases = (samples: readonly Sample[], accounts: number): Case[] => {
  const lastPage = Math.ceil(accounts / 30);
  const each = (say: (sample: Sample) => string) => samples.map(say);
  const listSearch = (say: (sample: Sample) => string) => listing(...each(say).map((search) => ({ search })));

  return [
    { name: 'list, page 1', msMax: 2, millionMsMax: 2, reads: listing({ page: 1 }) },
    { name: 'list, middle page', msMax: 40, reads: listing({ page: Math.ceil(lastPage / 2) }) },
    { name: 'list, last page', msMax: 10, millionMsMax: 60, reads: listing({ page: lastPage }) },
    { name: 'list, clients who owe', msMax: 40, reads: listing({ only: 'owing' }) },
    { name: 'search in the list: a surname', msMax: 40, reads: listSearch(({ surname }) => surname) },
    {
      name: 'search in the list: two letters',
      msMax: 40,
      reads: listSearch(({ surname }) => surname.slice(0, 2)),
    },
    {
      name: 'search in the list: an email address',
      msMax: 5,
      millionMsMax: 5,
      reads: listSearch(({ email }) => email),
    },
    {
      name: 'header search: three letters of a surname',
      msMax: 10,
      reads: searching(each(({ surname }) => surname.slice(0, 3))),
    },
    {
      name: 'header search: a full name',
      msMax: 10,
      reads: searching(each(({ name, surname }) => `${name} ${surname}`)),
    },
    {
      name: 'header search: the end of an msisdn',
      msMax: 10,
      reads: searching(each(({ msisdn }) => msisdn.slice(-5))),
    },
    { name: 'header search: no match', msMax: 10, reads: searching(['qzxwvk']) },
    {
      name: 'dashboard: accounts and health',
      msMax: 10,
      millionMsMax: 10,
      reads: [({ userLists }) => readAdminStats(userLists, FILLED_AT)],
    },
    {
      name: 'dashboard: counts',
      msMax: 10,
      reads: [(database) => readCounts({ database, supportSettings: SUPPORT, bankAccounts: [] }, FILLED_AT)],
    },
    { name: 'dashboard: money', msMax: 100, reads: [({ figures }) => readMoney(figures, FILLED_AT)] },
    { name: 'dashboard: months', msMax: 300, reads: [({ figures }) => readMonths(figures, FILLED_AT)] },
    { name: 'debtors, page 1', msMax: 100, reads: debtorsBy({}) },
    {
      name: 'debtors, page 1 by name, company and last payment',
      msMax: 200,
      reads: debtorsBy({ sort: 'name' }, { sort: 'company' }, { sort: 'lastPayment' }),
    },
    {
      name: 'debtors, a search',
      msMax: 100,
      reads: debtorsBy(...each(({ surname }) => surname).map((search) => ({ search }))),
    },
    {
      name: 'debtors: sums',
      msMax: 100,
      reads: [({ debtors }, admin) => sumDebtors(debtors, admin, {}, FILLED_AT)],
    },
    {
      name: 'control account of a month, none closed',
      msMax: 1500,
      reads: [({ ledgerBook }, admin) => readTotals(ledgerBook, admin, LAST_MONTH)],
    },
    {
      name: 'debtors as at the end of the last month',
      msMax: 1500,
      reads: debtorsBy({ asAt: LAST_MONTH.to }),
    },
    {
      name: 'control account of a month, all but two closed',
      msMax: 300,
      prepare: closeBooks,
      reads: [({ ledgerBook }, admin) => readTotals(ledgerBook, admin, LAST_MONTH)],
    },
  ];
};

const measureCase = async (database: TimedDatabase, admin: SessionUser, { name, reads }: Case) => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const read = reads[round % reads.length];
    if (!read) {
      throw new Error(`Nothing is asked in ${name}`);
    }
    times.push((await database.time((timed) => read(timed, admin))).statement.ms);
  }

  return { name, 'median ms': median(times), 'p95 ms': quantile(times, 0.95) };
};

/** Measures the statements of lists, searches and figures at the server. */
const measureReads = async (
  accounts: number,
  limitOf: (one: Case) => number | undefined,
): Promise<Bound[]> => {
  const { connectionString, stop } = await startPostgres();
  const database = await openTimedDatabase(connectionString);

  try {
    await database.migrate();
    await addManyUsers(connectionString, accounts);
    await addYearOfInvoices(connectionString);
    const admin = await startAdminSession(connectionString);
    const rows = [];
    const bounds: Bound[] = [];
    for (const one of makeCases(await takeSamples(connectionString), accounts)) {
      await one.prepare?.(connectionString);
      const row = await measureCase(database, admin, one);
      rows.push(row);
      const limit = limitOf(one);
      if (limit !== undefined) {
        bounds.push({ what: `SQL, p95: ${one.name}`, measured: row['p95 ms'], limit, unit: 'ms' });
      }
    }
    printTable(
      `Statements on PostgreSQL with ${accounts} accounts and ${INVOICES} invoices, of which ${DEBTORS} clients owe ${OPEN_INVOICES} (${ROUNDS} each)`,
      rows,
    );

    return bounds;
  } finally {
    await database.close();
    await stop();
  }
};

export const measureDatabase = () => measureReads(100_000, ({ msMax }) => msMax);

export const measureMillion = () => measureReads(1_000_000, ({ millionMsMax }) => millionMsMax);
