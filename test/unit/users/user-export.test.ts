import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { exportUsers } from '#functions/domain/users/user-export.ts';
import { EXPORT_ROWS_MAX } from '#shared/contract/users.ts';
import { makeAccount } from '#test/support/fake-accounts.ts';
import { makeFakeJournal, makeJournalState } from '#test/support/fake-journal.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const ADMIN = { userId: 1, role: 'admin', sessionId: 'of the admin', address: '198.51.100.7' } as const;

/** An export of so many accounts, of which `late` come once they were counted. */
const exportOf = (count: number, { organisation = null as string | null, late = 0 } = {}) => {
  const state = makeJournalState();
  const userOf = (User_Id: number) => ({
    ...makeAccount({ User_Id, User_Email: `${User_Id}@example.com`, User_Org: organisation }),
    User_Date: NOW.toISOString(),
  });

  return {
    state,
    exporting: exportUsers(
      {
        userLists: {
          count: async () => count - late,
          listBefore: async (_, userId, limit) => {
            if (count - late > EXPORT_ROWS_MAX) throw new Error('No account may be read');
            const newest = Math.min(userId - 1, count);

            return Array.from({ length: Math.min(limit, newest) }, (_, index) => userOf(newest - index));
          },
        },
        journal: makeFakeJournal(state),
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
  it.each([0, 1, 399, 400, 401, 800, EXPORT_ROWS_MAX])(
    'of %d accounts holds each once, newest first, and is audited',
    async (count) => {
      const { state, exporting } = exportOf(count);
      const { fileName, bytes } = await exporting;

      expect(fileName).toBe('users-2026-11-20.csv');
      expect(readIds(bytes)).toEqual(Array.from({ length: count }, (_, index) => count - index));
      expect(state.audits).toEqual([
        { actorId: ADMIN.userId, action: 'users.export', changes: { rows: count }, address: ADMIN.address },
      ]);
    },
  );

  it.each([
    ['are too many', 0],
    ['become too many while they are read', 1],
  ])('is refused with the count where the accounts %s', async (_, late) => {
    const { state, exporting } = exportOf(EXPORT_ROWS_MAX + 1, { late });

    await expect(exporting).rejects.toMatchObject({
      code: 'conflict',
      message:
        '10\u00a0001 users match, and an export holds at most 10\u00a0000. Please narrow the search or the filters.',
    });
    expect(state.audits).toEqual([]);
  });

  it('is refused where it would not fit into an answer, by its bytes', async () => {
    const { state, exporting } = exportOf(EXPORT_ROWS_MAX, { organisation: '\u00e9'.repeat(170) });

    await expect(exporting).rejects.toMatchObject({
      code: 'conflict',
      message: 'The file would be larger than 4 MB. Please narrow the search or the filters.',
    });
    expect(state.audits).toEqual([]);
  });

  it('is answered where only its characters are as many', async () => {
    await expect(
      exportOf(EXPORT_ROWS_MAX, { organisation: 'e'.repeat(255) }).exporting,
    ).resolves.toBeDefined();
  });
});
