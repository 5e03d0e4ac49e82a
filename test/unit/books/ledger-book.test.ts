import { expect, it } from 'vitest';
import { exportLedger } from '#functions/domain/books/ledger-book.ts';
import type { AuditEntry } from '#functions/ports/database/system/journal-store.ts';
import { REASON_LENGTH_MAX } from '#shared/contract/money-limits.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';

/** Refunds with the longest reason, in characters of three bytes: some 820 bytes of the file each. */
const makeEntries = (date: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: Number(date.slice(-2)) * 100_000 + index,
    userId: 7,
    OWNumber: 'OW10007',
    date,
    kind: 'refund' as const,
    number: null,
    method: 'eft' as const,
    reference: null,
    reason: '\u20ac'.repeat(REASON_LENGTH_MAX),
    reversedKind: null,
    name: null,
    company: null,
    bankDate: null,
    dueDate: null,
    vatCents: null,
    changes: null,
    writtenBy: null,
    createdAt: `${date}T08:00:00Z`,
    amountCents: -100,
    lineId: null,
    bankAccount: null,
  }));

/** Starts the export of January from a ledger that holds these entries, and returns the size of the file. */
const exportOf = (entries: ReturnType<typeof makeEntries>) => {
  const audits: AuditEntry[] = [];

  return {
    audits,
    exporting: exportLedger(
      stubDatabase({
        ledgerBook: {
          countByDay: async () => [],
          list: async (_, after, limit) => {
            const start = entries.findIndex(({ id }) => id === after?.id) + 1;

            return entries.slice(start, start + limit);
          },
          listBankEntries: async () => [],
        },
        journal: { record: async (audit) => void audits.push(audit) },
      }),
      ADMIN,
      { for: 'programs', from: '2033-01-01', to: '2033-01-31' },
    ).then(({ bytes }) => bytes.length),
  };
};

it('the file of the ledger is answered if its bytes fit into an answer', async () => {
  const { audits, exporting } = exportOf(makeEntries('2033-01-02', 4_800));

  expect(await exporting).toBeGreaterThan(4_000_000);
  expect(audits).toMatchObject([{ action: 'books.export', changes: { rows: 4_800 } }]);
});

it('the file of the ledger is refused above 4 MB, and the refusal names the last day that fits', async () => {
  const { audits, exporting } = exportOf([
    ...makeEntries('2033-01-02', 3_000),
    ...makeEntries('2033-01-10', 3_000),
  ]);
  const sentence = 'The file holds at most 4 MB. The last day that fits is 2033/01/09.';

  await expect(exporting).rejects.toMatchObject({ message: sentence, fields: { to: sentence } });
  expect(audits).toEqual([]);
});

it('the refusal of a first day that alone is too large names no day that fits', async () => {
  const { exporting } = exportOf(makeEntries('2033-01-01', 6_000));

  await expect(exporting).rejects.toMatchObject({ message: 'The file holds at most 4 MB.' });
});
