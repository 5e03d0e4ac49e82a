import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { exportUsers } from '#functions/domain/users/user-export.ts';
import type { AuditEntry } from '#functions/ports/database/system/journal-store.ts';
import { EXPORT_ROWS_MAX } from '#shared/contract/users.ts';
import { makeStoredUser } from '#test/support/users/stored-user.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const ADMIN = { userId: 1, role: 'admin', sessionId: 'of the admin', address: '198.51.100.7' } as const;
const PAGE_ROWS = 400;

/** Accounts from the newest to number 1, in pages as the database answers them one after the other. */
const pagesOf = (count: number, { organisation = null as string | null } = {}) => {
  const users = Array.from({ length: count }, (_, index) => ({
    ...makeStoredUser({
      User_Id: count - index,
      User_Email: `${count - index}@example.com`,
      User_Org: organisation,
    }),
    User_Date: NOW.toISOString(),
  }));

  return Array.from({ length: Math.floor(count / PAGE_ROWS) + 1 }, (_, page) =>
    users.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS),
  );
};

/** An export where the database counts so many accounts and then answers these pages. */
const exportOf = (counted: number, pages: ReturnType<typeof pagesOf>) => {
  const audits: AuditEntry[] = [];
  const cursors: number[] = [];

  return {
    audits,
    cursors,
    exporting: exportUsers(
      {
        userLists: {
          count: async () => counted,
          listBefore: async (_, userId) => {
            cursors.push(userId);

            return pages[cursors.length - 1] ?? [];
          },
        },
        journal: { record: async (audit) => void audits.push(audit) },
      },
      ADMIN,
      {},
      NOW,
    ),
  };
};

const readIds = (bytes: Uint8Array) => {
  const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true });

  return data.slice(1).map(([, , , email]) => Number.parseInt(email ?? '', 10));
};

describe('the export of users', () => {
  it.each([
    [0, []],
    [399, []],
    [400, [1]],
    [401, [2]],
    [800, [401, 1]],
  ])('of %d accounts holds each once, newest first, and is audited', async (count, laterCursors) => {
    const { audits, cursors, exporting } = exportOf(count, pagesOf(count));
    const { fileName, bytes } = await exporting;

    expect(fileName).toBe('users-2026-11-20.csv');
    expect(readIds(bytes)).toEqual(Array.from({ length: count }, (_, index) => count - index));
    expect(cursors.slice(1)).toEqual(laterCursors);
    expect(audits).toEqual([
      { actorId: ADMIN.userId, action: 'users.export', changes: { rows: count }, address: ADMIN.address },
    ]);
  });

  it('may hold as many as the contract says', async () => {
    const { audits, exporting } = exportOf(EXPORT_ROWS_MAX, pagesOf(EXPORT_ROWS_MAX));
    await exporting;

    expect(audits).toMatchObject([{ changes: { rows: EXPORT_ROWS_MAX } }]);
  });

  it.each([
    ['are too many, before any is read', EXPORT_ROWS_MAX + 1, 0],
    ['become too many while they are read', EXPORT_ROWS_MAX, 26],
  ])('is refused with the count where the accounts %s', async (_, counted, pagesRead) => {
    const { audits, cursors, exporting } = exportOf(counted, pagesOf(EXPORT_ROWS_MAX + 1));

    await expect(exporting).rejects.toMatchObject({
      code: 'conflict',
      message:
        '10\u00a0001 users match, and an export holds at most 10\u00a0000. Please narrow the search or the filters.',
    });
    expect(cursors).toHaveLength(pagesRead);
    expect(audits).toEqual([]);
  });

  it('is refused where it would not fit into an answer, by its bytes', async () => {
    const pages = pagesOf(EXPORT_ROWS_MAX, { organisation: '\u00e9'.repeat(170) });
    const { audits, exporting } = exportOf(EXPORT_ROWS_MAX, pages);

    await expect(exporting).rejects.toMatchObject({
      code: 'conflict',
      message: 'The file would be larger than 4 MB. Please narrow the search or the filters.',
    });
    expect(audits).toEqual([]);
  });

  it('is answered where only its characters are as many', async () => {
    const pages = pagesOf(EXPORT_ROWS_MAX, { organisation: 'e'.repeat(255) });

    await expect(exportOf(EXPORT_ROWS_MAX, pages).exporting).resolves.toBeDefined();
  });
});
