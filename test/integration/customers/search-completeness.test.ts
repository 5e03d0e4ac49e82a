import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import { SEARCH_RESULTS_MAX } from '#shared/contract/customers.ts';
import { addManyUsers } from '#test/bench/many-users.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** More than the newest rows, which a search reads before it uses the trigram indexes. */
const ACCOUNTS = 6_000;
const ACCOUNTS_PER_SAMPLE = 1_000;

interface Client {
  id: number;
  /** The fields whose start a term of two letters can match. */
  starts: string[];
  text: string;
  serviceTexts: string[];
  /** Texts by which somebody may know the client. */
  known: string[];
}

let portal: TestPortal;
let cookie: string;
let clients: Client[];

const readClients = async (connectionString: string): Promise<Client[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Client>(`
    select "User_Id" as id, users.search_text as text,
      array_remove(array["User_Name", "User_Surname", "User_Email", "OWNumber", "User_Org"], null) as starts,
      array_remove(array_agg(services.search_text), null) as "serviceTexts",
      array_remove(array["User_Name" || ' ' || "User_Surname", "User_Email", "OWNumber", "User_Org", "User_Mobile",
        min(account_username), min(msisdn), min(sim_serial_number)], null) as known
    from users left join services on user_id = "User_Id" group by users."User_Id" order by users."User_Id"`);
  await client.end();

  return rows;
};

beforeAll(async () => {
  portal = await startTestPortal();
  await addManyUsers(portal.databaseUrl, ACCOUNTS);
  cookie = await startSession(portal, await addUser(portal, { user_role: 'admin', OWNumber: 'OW1' }));
  clients = await readClients(portal.databaseUrl);
});
afterAll(() => portal.stop());

const ask = async (path: string) => {
  const { status, body } = await portal.call('GET', path, { cookie });
  expect(status).toBe(200);

  return body;
};

/** Reads every row, without an index and without LIKE. */
const findSlowly = (query: string, textsOf: (client: Client) => string[]) => {
  const terms = searchTerms(query).map(({ typed }) => typed.toLowerCase());
  const matches = (client: Client, term: string) =>
    term.length < 3
      ? client.starts.some((start) => start.toLowerCase().startsWith(term))
      : textsOf(client).some((text) => text.includes(term));

  return clients.filter((client) => terms.some((term) => matches(client, term)));
};

const middleOf = (text: string) => text.slice(Math.floor(text.length / 4), Math.ceil((text.length * 3) / 4));

const COMMON = [
  'example',
  'webmail.example',
  'fibre.owconnect.example',
  '@example.com',
  '+27',
  '082',
  '8927',
  'ow1',
];

const queriesFor = (word: (known: string) => string): string[] => {
  const samples = clients.filter((_, position) => position % ACCOUNTS_PER_SAMPLE === 7);
  const queries = samples.flatMap(({ known }) => known.map(word)).map((query) => query.trim());

  // A search does not look for a term of punctuation everywhere.
  return [...new Set(queries)].filter((query) => /^[\p{L}\p{N}]{2}/u.test(query));
};

it.each<[string, () => string[]]>([
  ['a whole text', () => queriesFor((known) => known)],
  ['capitals', () => queriesFor((known) => known.toUpperCase())],
  ['the first two letters', () => queriesFor((known) => known.slice(0, 2))],
  ['the first four letters', () => queriesFor((known) => known.slice(0, 4))],
  ['all but the first three letters', () => queriesFor((known) => known.slice(3))],
  ['all but the last three letters', () => queriesFor((known) => known.slice(0, -3))],
  ['three letters inside', () => queriesFor((known) => known.slice(1, 4))],
  ['the middle half', () => queriesFor(middleOf)],
  ['the last five letters', () => queriesFor((known) => known.slice(-5))],
  ['a number as the country dials it', () => queriesFor((known) => known.replace(/^\+27(..)/, '0$1 '))],
  ['one letter too many', () => queriesFor((known) => `${known}1`)],
  ['texts that many share', () => COMMON],
])('a search by %s finds the same clients as a scan of all rows', async (_, makeQueries) => {
  const queries = makeQueries();
  expect(queries.length).toBeGreaterThan(5);

  for (const query of queries) {
    const expected = findSlowly(query, ({ text, serviceTexts }) => [text, ...serviceTexts]);
    const listed = findSlowly(query, ({ text }) => [text]);
    const found: { id: number }[] = await ask(`/api/search?q=${encodeURIComponent(query)}`);
    const { counts } = await ask(`/api/admin/users?search=${encodeURIComponent(query)}`);

    const expectedIds = new Set(expected.map(({ id }) => id));
    expect({
      query,
      found: found.length,
      strangers: found.filter(({ id }) => !expectedIds.has(id)),
      listed: counts.filtered,
    }).toEqual({
      query,
      found: Math.min(expected.length, SEARCH_RESULTS_MAX),
      strangers: [],
      listed: listed.length,
    });
  }
});
