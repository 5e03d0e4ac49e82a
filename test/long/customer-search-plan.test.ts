import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import { addManyUsers } from '#test/bench/many-users.ts';
import { openTimedDatabase, type TimedDatabase } from '#test/bench/timed-database.ts';
import { startPostgres } from '#test/support/database/postgres.ts';

const ACCOUNTS = 100_000;

/** The largest of these searches reads 808 pages. The tables of users and services have 4,900 each. */
const PAGES_MAX = 1_500;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let database: TimedDatabase;

beforeAll(async () => {
  postgres = await startPostgres();
  database = await openTimedDatabase(postgres.connectionString);
  await database.migrate();
  await addManyUsers(postgres.connectionString, ACCOUNTS);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

it.each([
  ['two letters that many names start with', 'th'],
  ['two letters that every OW number starts with', 'ow'],
  ['two letters that nothing starts with', 'qz'],
  ['three letters', 'nko'],
  ['three letters of few names', 'oma'],
  ['a common surname', 'dlamini'],
  ['a full name', 'thandi nkosi'],
  ['an email address', 'thandi.nkosi2@webmail.example'],
  ['part of a company', 'engineering'],
  ['an OW number', 'ow10042'],
  ['part of a phone number', '+2782123'],
  ['a phone number', '+27821234567'],
  ['a SIM serial number', '8927012345678901234'],
  ['the start of every SIM serial number', '8927'],
  ['text that every email address holds', 'example'],
  ['text that a third of the services hold', 'fibre.owconnect'],
  ['text that nothing holds', 'qzxwvk'],
  ['a percent sign', '%%%'],
  ['punctuation', '---'],
])(`a search for %s among ${ACCOUNTS} accounts uses indexes alone and reads few pages`, async (_, query) => {
  const { statement } = await database.time(({ customers }) =>
    customers.search({ terms: searchTerms(query) }),
  );

  const { reads, pages } = await database.explain(statement);

  expect(reads.filter((read) => read.startsWith('all of'))).toEqual([]);
  expect(pages).toBeLessThan(PAGES_MAX);
});
