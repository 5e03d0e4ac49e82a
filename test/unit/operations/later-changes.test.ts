import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RequestNote } from '#functions/ports/request-note.ts';
import { collectLaterChanges } from '#operations/after-restore/later-changes.ts';
import { readRequestLines } from '#operations/after-restore/request-lines.ts';

/**
 * What changes the role, status, password or address of an account, or stops mail to it or lets it go there again, by
 * the file that writes it; files with none of it only fill other columns.
 */
const WRITES: Record<string, readonly string[]> = {
  'links/sql-link-store.ts': ['links.setPassword', 'links.verify', 'links.changeAddress', 'links.stopMail'],
  'mails/sql-mail-event-store.ts': ['mailEvents.block'],
  'mails/sql-mail-history-store.ts': ['mailHistory.unblock'],
  'users/sql-own-account-store.ts': ['ownAccounts.changePassword'],
  'users/sql-user-store.ts': ['users.edit', 'users.setPasswordHash', 'users.delete'],
  'system/sql-purge-store.ts': [],
  'tickets/message-outbox.ts': [],
};

/** Edits names, dates and the like alone: its contract has none of these fields (D49). */
const DETAILS_ALONE = 'functions/domain/account/own-details.ts';

const ADAPTERS = 'functions/adapters/database/';
const read = (file: string) => readFileSync(file, 'utf8');
const filesWith = (pattern: string, isFound: (text: string) => boolean) =>
  globSync(pattern)
    .filter((file) => isFound(read(file)))
    .toSorted();

describe('what must be known after a restore (ADR 37)', () => {
  it('each store that changes accounts or blocks is known here, so that its routes can be held to note it', () => {
    const writers = filesWith(`${ADAPTERS}!(operations)/**/*.ts`, (text) =>
      /((update|delete)\(users\)|(insert|delete)\(mailBlocks\)|(update|delete from) \$\{(users|mailBlocks)\})/.test(
        text,
      ),
    );

    expect(writers.map((file) => file.slice(ADAPTERS.length))).toEqual(Object.keys(WRITES).toSorted());
  });

  it.each(Object.values(WRITES).flat())('each rule that calls %s notes it for the log line', (write) => {
    const callers = filesWith('functions/domain/**/*.ts', (text) => text.includes(`${write}(`));

    expect(callers).not.toEqual([]);
    expect(callers.filter((file) => !/\b(note|log)\(\{/.test(read(file)))).toEqual(
      callers.filter((file) => file === DETAILS_ALONE),
    );
  });

  it('the filter of that manual finds each kind of note by a field that is a text, as "*" asks for one', () => {
    const notes: Required<RequestNote> = {
      account: { id: 1, owNumber: 'OW10001' },
      invoice: { id: 1, number: 'INV-2026-000001' },
      creditNote: { id: 1, number: 'CN-2026-000001' },
      mail: { id: crypto.randomUUID(), state: 'sent' },
    };
    const fields = [...read('docs/operations/restore.md').matchAll(/\$\.(\w+)\.(\w+) = "\*"/g)];
    const texts = Object.entries(notes).flatMap(([note, content]) =>
      Object.entries(content).flatMap(([field, value]) =>
        typeof value === 'string' ? [`${note}.${field}`] : [],
      ),
    );

    expect(fields.map(([, note]) => note)).toEqual(Object.keys(notes));
    expect(texts).toEqual(expect.arrayContaining(fields.map(([, note, field]) => `${note}.${field}`)));
  });
});

const MOMENT = new Date('2026-11-20T09:00:00Z');
const account = (id: number, change: object) => ({ account: { id, owNumber: `OW${id}`, ...change } });
const collect = (...notes: object[]) => {
  const lines = notes.map((note, minute) =>
    JSON.stringify({
      message: 'request',
      timestamp: new Date(MOMENT.getTime() + (minute + 1) * 60_000).toISOString(),
      ...note,
    }),
  );

  return collectLaterChanges(readRequestLines(lines.join('\n'), MOMENT));
};
const blocksOf = (...notes: object[]) => collect(...notes).blocks.map(({ reason }) => reason);

describe('the blocks since a moment', () => {
  it.each(['verified', 'unblocked'])('a bounce is none once its address is %s', (ownAddress) => {
    expect(blocksOf(account(1, { ownAddress: 'bounce' }))).toEqual(['bounce']);
    expect(blocksOf(account(1, { ownAddress: 'bounce' }), account(1, { ownAddress }))).toEqual([]);
    expect(blocksOf(account(1, { ownAddress: 'bounce' }), account(2, { ownAddress }))).toEqual(['bounce']);
  });

  it('only an administrator lifts the block that the owner of an address asked for', () => {
    const refused = account(1, { ownAddress: 'not-me' });

    expect(blocksOf(account(1, { ownAddress: 'bounce' }), refused)).toEqual(['not-me']);
    expect(blocksOf(refused, account(1, { ownAddress: 'verified' }))).toEqual(['not-me']);
    expect(blocksOf(refused, account(1, { ownAddress: 'bounce' }))).toEqual(['not-me']);
    expect(blocksOf(refused, account(1, { ownAddress: 'unblocked' }))).toEqual([]);
  });

  it('a block of an address that the restored account does not have yet is none', () => {
    const changed = account(1, { changed: { User_Email: null } });
    const blocked = account(1, { ownAddress: 'complaint' });

    expect(blocksOf(changed, blocked)).toEqual([]);
    expect(blocksOf(blocked, changed)).toEqual(['complaint']);
    expect(blocksOf(blocked, account(1, { deletedMadeAt: MOMENT.toISOString() }))).toEqual([]);
  });
});

it('a mail has the last state that the vendor told, however its lines are mixed', () => {
  const id = crypto.randomUUID();
  const note = (state: string) => ({ message: 'task done', mail: { id, state } });

  for (const states of [
    ['sent', 'bounced', 'delivered'],
    ['bounced', 'sent'],
  ]) {
    expect(collect(...states.map(note)).mails).toMatchObject([{ mailId: id, state: 'bounced' }]);
  }
});
