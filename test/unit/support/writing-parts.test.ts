import { expect, it } from 'vitest';
import { findCrowdedStatement, listWritingParts } from '#test/support/database/writing-parts.ts';

const insertInto = (table: string) => `insert into "${table}" (id) select 1`;
const withParts = (...tables: string[]) =>
  `with ${tables.map((table, place) => `part_${place} as (${insertInto(table)})`).join(', ')} select 1`;

it('the writing parts of a statement are its inserts, updates and deletes, and neither its upserts nor its locks', () => {
  const statement = `with locked as (select id from jobs for no key update), first as (
      insert into "mails" (id) select 1 on conflict (id) do update set state = 'sent'
    ), second as (update "jobs" set state = 'queued' returning id)
    delete from links where id in (select id from locked for update of links)`;

  expect(listWritingParts(statement)).toEqual(['mails', 'jobs', 'links']);
});

it('a statement with a fourth writing part is named, unless ADR 32 names it', () => {
  expect(findCrowdedStatement(withParts('mails', 'jobs', 'links'))).toBeUndefined();
  expect(findCrowdedStatement(withParts('sessions', 'audit_log', 'activities', 'sessions'))).toBeUndefined();
  expect(findCrowdedStatement(withParts('mails', 'jobs', 'links', 'audit_log'))).toBe(
    'A statement has 4 writing parts, and ADR 32 does not name it: mails jobs links audit_log',
  );
});

it('the text of a function is no statement that writes', () => {
  const body = ['mails', 'jobs', 'links', 'audit_log'].map(insertInto).join('; ');

  expect(listWritingParts(`create function noise() returns trigger as $$ begin ${body}; end $$`)).toEqual([]);
});
