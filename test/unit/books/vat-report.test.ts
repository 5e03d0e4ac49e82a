import { describe, expect, it } from 'vitest';
import { exportVatReport } from '#functions/domain/books/export-vat-report.ts';
import { fileVatReport, listVatDocuments, readVatReport } from '#functions/domain/books/vat-report.ts';
import type { VatDocumentRow } from '#functions/ports/database/books/vat-report-store.ts';
import type { AuditEntry } from '#functions/ports/database/system/journal-store.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { NO_VAT_NUMBER, VAT_DOCUMENTS_MAX } from '#shared/books/vat-rows.ts';
import type { VatReport } from '#shared/contract/books/vat-report.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const SETTINGS: VatSettings = {
  vatNumber: '4123456789',
  taxPeriod: 'odd-months',
  registeredFrom: '2025-04-01',
  creditNoteField: '1',
};

/** Sums of a period without documents. */
const EMPTY = {
  filed: undefined,
  groups: [],
  control: { invoices: 0, creditNotes: 0, writtenOff: 0, recovered: 0 },
  freeCreditCents: 0,
  sharesDayWithFiled: false,
  isClosed: true,
};

const makePorts = ({
  settings,
  sums,
  total = 0,
  document,
}: {
  settings?: Partial<VatSettings>;
  sums?: object;
  total?: number;
  document?: VatDocumentRow;
} = {}) => {
  const audits: AuditEntry[] = [];
  const database = stubDatabase({
    vatReports: {
      holdClosings: async () => undefined,
      sum: async () => ({ ...EMPTY, ...sums }),
      listDocuments: async (_, { offset, limit }) => ({
        isFiled: false,
        sharesDayWithFiled: false,
        total,
        documents: Array.from({ length: Math.min(limit, total - offset) }, () => document as VatDocumentRow),
      }),
      file: async () => ({ documents: 1, filedBy: 'Thandi Nkosi' }),
    },
    journal: { record: async (audit) => void audits.push(audit) },
  });

  return { audits, ports: { database, vatSettings: { ...SETTINGS, ...settings } } };
};

const DOCUMENT: VatDocumentRow = {
  number: 'INV-2026-000001',
  date: '2026-10-01',
  kind: 'invoice',
  OWNumber: 'OW10001',
  invoiceId: 1,
  grossCents: 11_500,
  vatCents: 1_500,
  invoiceNumber: 'INV-2026-000001',
  invoiceDate: '2026-10-01',
  countsOn: null,
  reason: null,
  dueDate: '2026-10-08',
  serviceFrom: '2026-10-01',
  serviceTo: '2026-10-31',
  firstPaymentDate: '2026-10-05',
  firstPaymentBooked: null,
  client: 'Thandi Nkosi',
  userId: null,
  clientVatNumber: null,
};

const refusal = (code: string, sentence: string) => ({ code, message: sentence });

describe('a report', () => {
  it('a report in a portal without a VAT number is refused', async () => {
    const { ports } = makePorts({ settings: { vatNumber: null } });

    await expect(readVatReport(ports, ADMIN, { period: '2026-09' }, NOW)).rejects.toMatchObject(
      refusal('conflict', NO_VAT_NUMBER),
    );
  });

  it.each([
    ['odd-months', '2026-10', 'The tax periods end in an odd month.'],
    ['even-months', '2026-09', 'The tax periods end in an even month.'],
  ] as const)('a report of %s up to %s is refused', async (taxPeriod, period, sentence) => {
    const { ports } = makePorts({ settings: { taxPeriod } });
    const refused = { ...refusal('unprocessable', sentence), fields: { period: sentence } };
    const asked = { period, vatNumber: '4123456789' };

    await expect(readVatReport(ports, ADMIN, asked, NOW)).rejects.toMatchObject(refused);
    await expect(
      listVatDocuments(ports, ADMIN, { ...asked, row: 'invoices', page: 1 }, NOW),
    ).rejects.toMatchObject(refused);
    await expect(
      exportVatReport(ports, ADMIN, { ...asked, for: 'programs', row: 'invoices' }, NOW),
    ).rejects.toMatchObject(refused);
    await expect(fileVatReport(ports, ADMIN, asked, NOW)).rejects.toMatchObject(refused);
  });

  it('a period that ended before the registration has no report', async () => {
    const { ports } = makePorts();

    await expect(readVatReport(ports, ADMIN, { period: '2025-03' }, NOW)).rejects.toMatchObject(
      refusal('unprocessable', 'The company is registered for VAT from 1 April 2025.'),
    );
    expect(await readVatReport(ports, ADMIN, { period: '2025-05' }, NOW)).toMatchObject({ to: '2025-05-31' });
  });

  it('a period of two months over New Year begins in December', async () => {
    const { ports } = makePorts();

    expect(await readVatReport(ports, ADMIN, { period: '2026-01' }, NOW)).toMatchObject({
      from: '2025-12-01',
      to: '2026-01-31',
    });
  });

  it('credit notes name the field that the accountant chose', async () => {
    const { ports } = makePorts();

    expect((await readVatReport(ports, ADMIN, { period: '2026-09' }, NOW)).creditNotes.field).toBe('1');
  });

  it('a filed report stays readable after the tax period was changed', async () => {
    const filed = { period: '2026-10' } as VatReport;
    const { ports } = makePorts({ sums: { filed } });

    expect(await readVatReport(ports, ADMIN, { period: '2026-10' }, NOW)).toBe(filed);
  });

  it('a report is not filed if the documents that were stored are not those that were counted', async () => {
    const { audits, ports } = makePorts();

    await expect(
      fileVatReport(ports, ADMIN, { period: '2026-09', vatNumber: '4123456789' }, NOW),
    ).rejects.toMatchObject(refusal('conflict', 'The books have changed meanwhile. Please try again.'));
    expect(audits).toEqual([]);
  });
});

describe('the file of a row', () => {
  const asked = { for: 'programs', period: '2026-09', row: 'invoices' } as const;

  it('the file of a row holds its 30,000 documents', async () => {
    const { audits, ports } = makePorts({ total: VAT_DOCUMENTS_MAX, document: DOCUMENT });

    const { bytes } = await exportVatReport(ports, ADMIN, asked, NOW);

    expect(new TextDecoder().decode(bytes).trimEnd().split('\r\n')).toHaveLength(VAT_DOCUMENTS_MAX + 1);
    expect(audits).toMatchObject([{ changes: { rows: VAT_DOCUMENTS_MAX } }]);
  });

  it.each([
    [VAT_DOCUMENTS_MAX + 1, DOCUMENT, 'The file holds at most 30 000 documents.'],
    [25_000, { ...DOCUMENT, number: '\u20ac'.repeat(60) }, 'The file holds at most 4 MB.'],
  ])('the file of a row above its limit is refused: %i documents', async (total, document, sentence) => {
    const { audits, ports } = makePorts({ total, document });

    await expect(exportVatReport(ports, ADMIN, asked, NOW)).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringMatching(new RegExp(sentence.replaceAll(' ', '\\s'))),
    });
    expect(audits).toEqual([]);
  });
});
