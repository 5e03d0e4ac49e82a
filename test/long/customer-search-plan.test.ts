import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { buildCustomerSearch } from '#functions/adapters/customer-store.ts';
import { startTestPortal } from '#test/support/portal.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { addManyUsers } from '../../bench/many-users.ts';

const ACCOUNTS = 100_000;
const MS_MAX = 10;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let client: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  const portal = await startTestPortal({ databaseUrl: postgres.connectionString });
  await portal.stop();
  await addManyUsers(postgres.connectionString, ACCOUNTS);
  client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await postgres.stop();
});

const explained = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.unknown(), 'Execution Time': z.number() })]) }),
]);

const explain = async (term: string) => {
  const { sql, params } = buildCustomerSearch(drizzle(client), { terms: [term] }).toSQL();
  const { rows } = await client.query(`explain (analyze, format json) ${sql}`, params);
  const [
    {
      'QUERY PLAN': [{ Plan, 'Execution Time': ms }],
    },
  ] = explained.parse(rows);

  return { plan: JSON.stringify(Plan), ms };
};

it.each([
  ['two letters that many names start with', 'th'],
  ['two letters that every OW number starts with', 'ow'],
  ['two letters that nothing starts with', 'qz'],
  ['three letters', 'nko'],
  ['a common surname', 'dlamini'],
  ['a full name', 'thandi nkosi'],
  ['part of a company', 'engineering'],
  ['an OW number', 'ow10042'],
  ['part of a phone number', '+2782123'],
  ['the start of every SIM serial number', '8927'],
  ['what every email address holds', 'example'],
  ['nothing that is there', 'qzxwvk'],
  ['a percent sign', '%%%'],
  ['punctuation', '---'],
])(`finds %s among ${ACCOUNTS} accounts by indexes alone, within ${MS_MAX} ms`, async (_, term) => {
  const runs = [];
  for (let run = 0; run < 9; run += 1) runs.push(await explain(term));

  expect(runs.filter(({ plan }) => plan.includes('Seq Scan'))).toEqual([]);
  expect(runs.map(({ ms }) => ms).toSorted((a, b) => a - b)[4]).toBeLessThan(MS_MAX);
});
