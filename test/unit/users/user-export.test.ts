import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { exportUsers } from '#functions/domain/users/user-export.ts';
import type { AuditEntry } from '#functions/ports/database/system/journal-store.ts';
import { EXPORT_ROWS_MAX } from '#shared/contract/limits.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';
import { makeStoredUser } from '#test/support/users/stored-user.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const PAGE_ROWS = 400;

/** Returns pages of accounts, from the newest to number 1, as the database would return them in turn. */
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

/** Starts an export for which the database counts `counted` accounts and then returns these pages. */
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
      { for: 'programs' },
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
  ])(
    'an export of %d users holds each user once, newest first, and is audited',
    async (count, laterCursors) => {
      const { audits, cursors, exporting } = exportOf(count, pagesOf(count));
      const { fileName, bytes } = await exporting;

      expect(fileName).toBe('users-2026-11-20.csv');
      expect(readIds(bytes)).toEqual(Array.from({ length: count }, (_, index) => count - index));
      expect(cursors.slice(1)).toEqual(laterCursors);
      expect(audits).toEqual([
        { actorId: ADMIN.userId, action: 'users.export', changes: { rows: count }, address: ADMIN.address },
      ]);
    },
  );

  it('an export may hold as many users as the contract allows', async () => {
    const { audits, exporting } = exportOf(EXPORT_ROWS_MAX, pagesOf(EXPORT_ROWS_MAX));
    await exporting;

    expect(audits).toMatchObject([{ changes: { rows: EXPORT_ROWS_MAX } }]);
  });

  it.each([
    ['there are too many users, before it reads any', EXPORT_ROWS_MAX + 1, 0],
    ['there become too many users while it reads', EXPORT_ROWS_MAX, 26],
  ])('an export is refused, with the count in the sentence, if %s', async (_, counted, pagesRead) => {
    const { audits, cursors, exporting } = exportOf(counted, pagesOf(EXPORT_ROWS_MAX + 1));

    await expect(exporting).rejects.toMatchObject({
      code: 'conflict',
      message:
        '10\u00a0001 users match, and an export holds at most 10\u00a0000. Please narrow the search or the filters.',
    });
    expect(cursors).toHaveLength(pagesRead);
    expect(audits).toEqual([]);
  });

  it('an export is refused if its bytes would not fit into an answer', async () => {
    const pages = pagesOf(EXPORT_ROWS_MAX, { organisation: '\u00e9'.repeat(170) });
    const { audits, exporting } = exportOf(EXPORT_ROWS_MAX, pages);

    await expect(exporting).rejects.toMatchObject({
      code: 'conflict',
      message: 'The file would be larger than 4 MB. Please narrow the search or the filters.',
    });
    expect(audits).toEqual([]);
  });

  it('an export with many characters that fits by its bytes is answered', async () => {
    const pages = pagesOf(EXPORT_ROWS_MAX, { organisation: 'e'.repeat(255) });

    await expect(exportOf(EXPORT_ROWS_MAX, pages).exporting).resolves.toBeDefined();
  });
});
