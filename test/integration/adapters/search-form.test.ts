import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPostgres, type SqlConnection, type SqlServer } from '#local/data-api/sql-server.ts';
import { searchForm } from '#shared/text/search-form.ts';
import { openEmbeddedDatabase } from '#test/support/database/embedded-database.ts';
import { copyTemplate } from '#test/support/database/postgres-databases.ts';

const MIGRATION = new URL('../../../functions/database/migrations/0000_extensions.sql', import.meta.url);

const ask = async (connection: SqlConnection, text: string, values: string[] = []) =>
  (await connection.query({ text, values, typeIds: values.map(() => 0) })).rows;

/** Writes code points as text of JSON, because some of them are no characters of a text. */
const FORMS_OF_ALL = `
  select code, search_form(chr(code)), search_form('A' || chr(code) || 'B'), search_form('e ' || chr(code) || chr(769))
  from generate_series(1, 1114111) as code
  where code not between 55296 and 57343 and unicode_assigned(chr(code))`;

const TEXTS = [
  '',
  ' ,;-\u200b ',
  'Koos  van\u00a0der-Merwe',
  'JOSE\u0301 Jose\u0301 Jos\u00e9',
  'Ἀθηνᾶ ΟΔΥΣΣΕΎΣ',
  'Straße İstanbul ıŞIK',
  'D´Arcy D’Arcy D`Arcy Dʼarcy',
  'हिन्दी 김철수 がぎ',
  '\u0301\u0301\u0301 \u0301a',
  'a\u0323\u0302 ậ ậ â̤',
  `${'\u0301'.repeat(300)}x${'\u200d'.repeat(300)}`,
  'ﷺ ㌖ ﬃ ｆｕｌｌ　ｗｉｄｔｈ',
  '👩‍👩‍👧 🇿🇦 ☎️',
  '\u202a+27\u00a082\u2011123-4567\u202c',
];

/** As people expect them; the order that they are inserted in is another one. */
const SORTED = [
  'Adams',
  'adams',
  'Ångström',
  'de Beer',
  'Émile',
  'O’Neil',
  'Özil',
  'van Wyk',
  'zebra',
  'Zulu',
  'Żyła',
];

const openReal = async (): Promise<SqlServer> => {
  const { url, drop } = await copyTemplate(inject('postgres'));
  const server = await openPostgres(url);

  return { ...server, close: () => server.close().then(drop) };
};

const openEmbedded = async (): Promise<SqlServer> => {
  const server = await openEmbeddedDatabase();
  const connection = await server.connect('portal_owner', 60);
  for (const text of readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint')) {
    await ask(connection, text);
  }
  await connection.release();

  return server;
};

describe.each<[string, () => Promise<SqlServer>]>([
  ['PostgreSQL', openReal],
  ['PGlite', openEmbedded],
])('the form of texts that %s compares', (_, open) => {
  let server: SqlServer;
  let connection: SqlConnection;
  beforeAll(async () => {
    server = await open();
    connection = await server.connect('portal_owner', 120);
  });
  afterAll(async () => {
    await connection.release();
    await server.close();
  });

  it('search_form gives each character of its version of Unicode the form that searchForm gives it', async () => {
    const rows = await ask(connection, FORMS_OF_ALL);
    const differing = rows.filter(([code, alone, between, before]) => {
      const character = String.fromCodePoint(Number(code));

      return (
        searchForm(character) !== alone ||
        searchForm(`A${character}B`) !== between ||
        searchForm(`e ${character}\u0301`) !== before
      );
    });

    expect(differing).toEqual([]);
    // Unicode 16 has 154,998 characters, and 137,468 more places for private use.
    expect(rows.length).toBeGreaterThan(290_000);
  });

  it.each(TEXTS)('search_form gives the text %j the form that searchForm gives it', async (text) => {
    expect(await ask(connection, 'select search_form($1)', [text])).toEqual([[searchForm(text)]]);
  });

  it('names sort by their form as a person looks for them', async () => {
    const rows = await ask(
      connection,
      `select name from jsonb_array_elements_text($1::jsonb) with ordinality as list (name, place)
       order by search_form(name) collate "C", place desc`,
      [JSON.stringify(SORTED.toReversed())],
    );

    expect(rows.flat()).toEqual(SORTED);
  });
});
