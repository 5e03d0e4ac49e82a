import { describe, expect, it } from 'vitest';
import { exportDebtors } from '#functions/domain/debtors/read-debtors.ts';
import type { DebtorRow } from '#functions/ports/database/debtors/debtor-store.ts';
import { EXPORT_ROWS_MAX } from '#shared/contract/limits.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';

const NOW = new Date('2026-11-28T08:00:00Z');
const ADMIN = {
  userId: 1,
  role: 'admin' as const,
  address: '127.0.0.1',
  levelMin: 1,
  isProven: true,
  sessionId: '4b5aa0c1-6d5c-4b0c-9c86-8f6b7b9d5f0a',
  checkedAt: NOW,
};

const debtorOf = (userId: number): DebtorRow => ({
  userId,
  name: 'Thandi Nkosi',
  company: null,
  OWNumber: `OW${userId}`,
  ageing: { notDue: 100, days30: 0, days60: 0, days90: 0, older: 0 },
  oldestDueDate: '2026-12-01',
  lastPaymentDate: null,
  creditCents: 0,
  mail: 'on',
});

/** Exports a number of debtors, and records which parts of the list are read and what is audited. */
const exportOf = (count: number) => {
  const audits: unknown[] = [];
  const offsets: number[] = [];
  const rows = Array.from({ length: count }, (_, index) => debtorOf(index + 1));
  const stores = {
    debtors: {
      list: async (_: unknown, { offset, limit }: { offset: number; limit: number }) => {
        offsets.push(offset);

        return { total: count, debtors: rows.slice(offset, offset + limit) };
      },
      sum: () => Promise.reject(new Error('Nothing is summed')),
    },
    journal: { record: async (entry: unknown) => void audits.push(entry) },
  };
  const database = { ...stores, transaction: <T>(run: (given: typeof stores) => Promise<T>) => run(stores) };
  const exporting = exportDebtors(
    // The export joins no other transaction.
    { database: database as never, mailSettings: { isOn: false } },
    ADMIN,
    { for: 'programs', search: 'x', overdue: false },
    NOW,
  );

  return { audits, offsets, exporting };
};

describe('the export of debtors', () => {
  it.each([
    [0, [0]],
    [399, [0]],
    [400, [0, 400]],
    [801, [0, 400, 800]],
  ])('a file of %d debtors holds each of them once, in the order of the list', async (count, parts) => {
    const { audits, offsets, exporting } = exportOf(count);
    const { fileName, bytes } = await exporting;

    expect(fileName).toBe('debtors-2026-11-28.csv');
    expect(offsets).toEqual(parts);
    const records = readCsvRecords(Buffer.from(bytes));
    expect(records.map((record) => record['OW number'])).toEqual(
      Array.from({ length: count }, (_, index) => `OW${index + 1}`),
    );
    expect(audits).toMatchObject([{ action: 'debtors.export', changes: { rows: count, search: null } }]);
  });

  it('a file of debtors says that nobody gets mail where the portal sends none', async () => {
    const { bytes } = await exportOf(1).exporting;

    expect(readCsvRecords(Buffer.from(bytes))).toMatchObject([{ Mail: 'Mail is switched off' }]);
  });

  it('a file of more debtors than it may hold is refused with their number, and not audited', async () => {
    const { audits, offsets, exporting } = exportOf(EXPORT_ROWS_MAX + 1);

    await expect(exporting).rejects.toMatchObject({
      code: 'conflict',
      message:
        '10\u00a0001 debtors match, and an export holds at most 10\u00a0000. Please narrow the search or the filters.',
    });
    expect(offsets).toHaveLength(1);
    expect(audits).toEqual([]);
  });
});
