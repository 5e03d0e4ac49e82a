import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEARCH_RESULTS_MAX } from '#shared/contract/customers.ts';
import { addManyUsers } from '#test/bench/many-users.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** More than the newest rows, which a search reads before it uses the trigram indexes. */
const ACCOUNTS = 6_000;
const ACCOUNTS_PER_SAMPLE = 1_000;

/** The texts as they are stored, later as the test compares them. */
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

const asOwner = async <Row extends object>(connectionString: string, statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();

  return rows;
};

/** Gives every third client a name as not all people type it. */
const NAME_CLIENTS = `
  update users set
    "User_Surname" = (array['Müller', 'D’Arcy', 'O''Connor', 'van der Merwe', 'Naidoo-Botha', 'Jose' || chr(769)])["User_Id" / 3 % 6 + 1],
    "User_Name" = (array['Élise', 'Koos', 'Anne-Marie', 'Jo' || chr(173) || 'hn', 'Li'])["User_Id" / 3 % 5 + 1]
  where "User_Id" % 3 = 1`;

/** The texts as they are stored, not as the portal compares them. */
const READ_CLIENTS = `
  select "User_Id" as id,
    concat_ws(' ', "User_Email", "User_Name", "User_Surname", "OWNumber", "User_Org", "User_Mobile") as text,
    array_remove(array["User_Name", "User_Surname", "User_Email", "OWNumber", "User_Org"], null) as starts,
    array_remove(array_agg(concat_ws(' ', account_username, msisdn, sim_serial_number)), '') as "serviceTexts",
    array_remove(array["User_Name" || ' ' || "User_Surname", "User_Email", "OWNumber", "User_Org", "User_Mobile",
      min(account_username), min(msisdn), min(sim_serial_number)], null) as known
  from users left join services on user_id = "User_Id" group by users."User_Id" order by users."User_Id"`;

beforeAll(async () => {
  portal = await startTestPortal();
  await addManyUsers(portal.databaseUrl, ACCOUNTS);
  await asOwner(portal.databaseUrl, NAME_CLIENTS);
  cookie = await startSession(portal, await addUser(portal, { user_role: 'admin', OWNumber: 'OW1' }));
  clients = (await asOwner<Client>(portal.databaseUrl, READ_CLIENTS)).map((client) => ({
    ...client,
    text: fold(client.text),
    starts: client.starts.map(fold),
    serviceTexts: client.serviceTexts.map(fold),
  }));
});
afterAll(() => portal.stop());

const ask = async (path: string) => {
  const { status, body } = await portal.call('GET', path, { cookie });
  expect(status).toBe(200);

  return body;
};

/** Takes one character after the other. */
const fold = (text: string): string =>
  [...text.normalize('NFD').toLowerCase()]
    .map((character) => (/\s|-/.test(character) ? ' ' : character))
    .filter((character) => !/['’\p{Mn}\u00ad]/u.test(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();

/** The typed text, and what it is as a part of a phone number. */
const spell = (query: string): string[] => {
  const digits = query.replaceAll(/[ -]/g, '');

  return /^\+?\d{3,}$/.test(digits) ? [query, digits.replace(/^(?:00|\+)270?|^0/, '+27')] : [query];
};

/** A short word alone starts a field, several short ones start words, and of others every one is somewhere. */
const isIn = (words: readonly string[], text: string, starts: readonly string[]): boolean => {
  if (words.some(({ length }) => length > 2)) {
    return words.every((word) => text.includes(word));
  }

  return words.length > 1
    ? words.every((word) => ` ${text}`.includes(` ${word}`))
    : starts.some((start) => start.startsWith(words[0] ?? ''));
};

/** Reads every row, without an index and without LIKE. */
const findSlowly = (query: string, { withServices }: { withServices: boolean }) => {
  const spellings = spell(query).map((spelling) => spelling.split(/[\s,]+/).map(fold));

  return clients.filter(({ text, serviceTexts, starts }) =>
    spellings.some(
      (words) =>
        isIn(words, text, starts) || (withServices && serviceTexts.some((each) => isIn(words, each, []))),
    ),
  );
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
  ['the words the other way round', () => queriesFor((known) => known.split(' ').toReversed().join(', '))],
  [
    'letters without their accents',
    () => queriesFor((known) => known.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')),
  ],
  ['accents in code points of their own', () => queriesFor((known) => known.normalize('NFD'))],
  ['the first two letters of each word', () => queriesFor((known) => known.replaceAll(/(\S\S)\S*/gu, '$1'))],
  ['one letter too many', () => queriesFor((known) => `${known}1`)],
  ['texts that many share', () => COMMON],
])('a search by %s finds the same clients as a scan of all rows', async (_, makeQueries) => {
  const queries = makeQueries();
  expect(queries.length).toBeGreaterThan(5);

  for (const query of queries) {
    const expected = findSlowly(query, { withServices: true });
    const listed = findSlowly(query, { withServices: false });
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
