import { describe, expect, it } from 'vitest';
import { findAuthors } from '#functions/domain/tickets/entry-authors.ts';
import type { KnownAuthors } from '#functions/ports/database/tickets/conversation-store.ts';
import { type EntryAuthor, type HelpdeskEntry, HelpdeskError } from '#functions/ports/helpdesk.ts';

const NOW = new Date('2026-11-27T10:00:00Z');
const NOTHING: KnownAuthors = { entries: [], agents: [] };
const AGENT: EntryAuthor = { kind: 'agent', name: null };
const STRANGER: EntryAuthor = { kind: 'other', name: 'Mallory Bank' };
const BROKEN = new HelpdeskError('unavailable', 'It is down.', { outcome: 'not-done', cause: undefined });

const entryBy = (authorId: number | null, id = 1): HelpdeskEntry => ({
  id,
  authorId,
  isIncoming: authorId !== 7,
  joinedTicketId: null,
  bodyHtml: 'Our bank details have changed',
  bodyText: 'Our bank details have changed',
  createdAt: '2026-11-27T09:00:00.000Z',
  attachments: [],
});

/** Finds the authors at a helpdesk with these people; one that is not listed cannot be read. */
const find = async (
  entries: readonly HelpdeskEntry[],
  people: Record<number, EntryAuthor> = {},
  known: KnownAuthors = NOTHING,
) => {
  const asked: number[] = [];
  const describeAuthor = async (id: number) => {
    asked.push(id);

    return people[id] ?? Promise.reject(BROKEN);
  };
  const found = await findAuthors({ describeAuthor }, entries, known, NOW);

  return { ...found, asked, authors: found.entries.map(({ author }) => author) };
};

const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 60 * 60_000);

describe('who speaks in a conversation', () => {
  it('the client, an agent and a stranger are told apart, and each unknown author is asked for once', async () => {
    const entries = [entryBy(7), entryBy(43, 2), entryBy(99, 3), entryBy(43, 4), entryBy(99, 5)];

    const { authors, asked, newAgentIds } = await find(entries, { 43: AGENT, 99: STRANGER });

    expect(authors).toEqual([{ kind: 'client', name: null }, AGENT, STRANGER, AGENT, STRANGER]);
    expect(asked.toSorted()).toEqual([43, 99]);
    expect(newAgentIds).toEqual([43]);
  });

  it('an entry without an author is nobody of ours', async () => {
    expect((await find([entryBy(null)])).authors).toEqual([{ kind: 'other', name: null }]);
  });

  it('an author whose record cannot be read stays unknown, and the reading goes on', async () => {
    const { authors, failure } = await find([entryBy(99), entryBy(43, 2)], { 43: AGENT });

    expect(authors).toEqual([undefined, AGENT]);
    expect(failure).toBe(BROKEN);
  });

  it.each([
    [
      'an agent whose record was read an hour ago',
      { ...NOTHING, agents: [{ id: 43, readAt: hoursAgo(1) }] },
      [],
    ],
    [
      'an agent whose record was read a day ago',
      { ...NOTHING, agents: [{ id: 43, readAt: hoursAgo(24) }] },
      [43],
    ],
    [
      'an entry that was an agent’s when it was first read',
      { ...NOTHING, entries: [{ id: 1, authorId: 43, author: AGENT }] },
      [],
    ],
    [
      'another entry of an agent who may have left since',
      { ...NOTHING, entries: [{ id: 2, authorId: 43, author: AGENT }] },
      [43],
    ],
  ])('the helpdesk is asked only for what is not known: %s', async (_case, known, expected) => {
    const { asked, authors } = await find([entryBy(43)], { 43: AGENT }, known);

    expect(asked).toEqual(expected);
    expect(authors).toEqual([AGENT]);
  });

  it('a stranger whose name is known from another entry of the ticket is not asked for again', async () => {
    const known = { ...NOTHING, entries: [{ id: 2, authorId: 99, author: STRANGER }] };

    expect(await find([entryBy(99)], {}, known)).toMatchObject({ asked: [], authors: [STRANGER] });
  });

  it('one reading asks for ten authors, those of the newest entries', async () => {
    const entries = Array.from({ length: 30 }, (_, index) => entryBy(100 + index, index));

    expect((await find(entries)).asked).toEqual(Array.from({ length: 10 }, (_, index) => 129 - index));
  });

  it.each([
    ['Mallory Bank', 'Mallory Bank'],
    ['  Jo\u200bhn \n Smith ', 'John Smith'],
    ['José', 'José'],
    ['Support Agent', null],
    ['SUPPORT\u00a0AGENT', null],
    ['Sup\u200bport Agent', null],
    ['\uff39\uff4f\uff55', null],
    ['You', null],
    ['Our support team', null],
    ['\u200b'.repeat(10_000), null],
    ['\u0301'.repeat(500), null],
    ['हिन्दी शर्मा', 'हिन्दी शर्मा'],
    ['วิทยุ ที่นี่', 'วิทยุ ที่นี่'],
    [`Ma${'\u0321'.repeat(5_000)}n`, 'Ma\u0321\u0321n'],
    ['Su\u0323pport Ágent', null],
    ['\u202eknaB', 'knaB'],
    ['x'.repeat(5_000), 'x'.repeat(100)],
    ['', null],
  ])('a stranger named %j is shown as %j', async (name, shown) => {
    expect((await find([entryBy(99)], { 99: { kind: 'other', name } })).authors).toEqual([
      { kind: 'other', name: shown },
    ]);
  });

  it('the private note of a merge is an agent’s without a question', async () => {
    const note = { ...entryBy(43), joinedTicketId: 5, bodyHtml: '', bodyText: '' };

    expect(await find([note])).toMatchObject({ asked: [], authors: [AGENT] });
  });
});
