import { type Cell, FILE_BYTES_MAX, toCsvFile, toCsvRecord } from '#functions/documents/csv.ts';
import { auditOf, auditOfPage, auditOfRead } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Period } from '#functions/ports/database/ledger/statement-store.ts';
import type {
  VatDocumentRow,
  VatGroup,
  VatReportStore,
  VatSums,
} from '#functions/ports/database/ledger/vat-report-store.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import type { VatOfMonth } from '#shared/contract/closings.ts';
import { VAT_DOCUMENTS_SHOWN } from '#shared/contract/limits.ts';
import type { VatDocuments, VatFigures, VatReport, VatReports } from '#shared/contract/vat-report.ts';
import { formatDayInWords } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { ENTRY_LABELS } from '#shared/ledger-words.ts';
import { amountFromCents, VAT_PERCENT, vatPortionCents } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { daysOfTaxPeriod, endsTaxPeriod } from '#shared/vat-periods.ts';
import {
  type DocumentRow,
  NO_VAT_NUMBER,
  VAT_DOCUMENTS_MAX,
  VAT_ROWS,
  type VatRow,
} from '#shared/vat-rows.ts';

interface Asked {
  /** The last month of the tax period. */
  period: string;
  vatNumber?: string | undefined;
}

/** Returns the number and the days of the report that is asked for. */
const chooseReport = ({ period, vatNumber }: Asked, settings: VatSettings) => {
  const chosen = vatNumber ?? settings.vatNumber;
  if (chosen === null) {
    throw new AppError('conflict', NO_VAT_NUMBER);
  }

  return { vatNumber: chosen, period: daysOfTaxPeriod(period, settings.taxPeriod) };
};

const ENDS_IN = { 'odd-months': 'an odd month', 'even-months': 'an even month' } as const;

/** Refuses a month that ends no tax period. A filed report stays readable when the settings have changed. */
const requireTaxPeriod = (month: string, { taxPeriod, registeredFrom }: VatSettings, now: Date): void => {
  const refuse = (sentence: string) => {
    throw new AppError('unprocessable', sentence, { fields: { period: sentence } });
  };
  if (taxPeriod !== 'monthly' && !endsTaxPeriod(month, taxPeriod)) {
    refuse(`The tax periods end in ${ENDS_IN[taxPeriod]}.`);
  }
  if (registeredFrom !== null && daysOfTaxPeriod(month, taxPeriod).to < registeredFrom) {
    refuse(`The company is registered for VAT from ${formatDayInWords(registeredFrom, now)}.`);
  }
};

interface Sums {
  grossCents: number;
  vatCents: number;
  count: number;
}

const NOTHING: Sums = { grossCents: 0, vatCents: 0, count: 0 };

const add = (groups: readonly Sums[]): Sums =>
  groups.reduce(
    (sum, { grossCents, vatCents, count }) => ({
      grossCents: sum.grossCents + grossCents,
      vatCents: sum.vatCents + vatCents,
      count: sum.count + count,
    }),
    NOTHING,
  );

const toAmounts = ({ grossCents, vatCents, count }: Sums) => ({
  gross: amountFromCents(grossCents),
  net: amountFromCents(grossCents - vatCents),
  vat: amountFromCents(vatCents),
  count,
});

const toFigures = (sums: Sums, field: string | null): VatFigures => ({
  ...toAmounts(sums),
  fraction: amountFromCents(vatPortionCents(sums.grossCents, VAT_PERCENT)),
  field,
});

const withoutVatOf = (row: VatRow): DocumentRow => `${row}WithoutVat`;

const sumRow = (groups: readonly VatGroup[], row: DocumentRow): Sums =>
  add(groups.filter((group) => group.row === row));

/** True if each document of the control account stands on one row of the reports, and none besides missing notes. */
const checkAgrees = ({ groups, control }: Pick<VatSums, 'groups' | 'control'>): boolean =>
  VAT_ROWS.every((row) => {
    const ofRow = groups.filter((group) => group.row === row || group.row === withoutVatOf(row));
    const cents = ofRow.reduce((sum, group) => sum + group.grossCents - group.missingNotesCents, 0);

    return cents === control[row];
  });

const toReport = (
  asked: string,
  { vatNumber, period }: ReturnType<typeof chooseReport>,
  settings: VatSettings,
  sums: VatSums,
): VatReport => {
  const { groups, freeCreditCents, isClosed } = sums;
  const ownGroups = groups.filter((group) => group.vatNumber === vatNumber);
  const numbers = [settings.vatNumber, ...groups.map((group) => group.vatNumber)];
  const vatNumbers = [...new Set(numbers.filter((number) => number !== null))].sort();
  const figures = (row: VatRow, field: string) => toFigures(sumRow(ownGroups, row), field);
  const without = (row: VatRow): VatFigures => ({
    ...toFigures(sumRow(groups, withoutVatOf(row)), null),
    fraction: 0,
  });

  return {
    period: asked,
    ...period,
    vatNumber,
    vatNumbers,
    filedAt: null,
    filedBy: null,
    isClosed,
    agrees: checkAgrees(sums),
    invoices: figures('invoices', '1, 4'),
    creditNotes: figures('creditNotes', settings.creditNoteField),
    writtenOff: figures('writtenOff', '17'),
    recovered: figures('recovered', '12'),
    withoutVat: {
      invoices: without('invoices'),
      creditNotes: without('creditNotes'),
      writtenOff: without('writtenOff'),
      recovered: without('recovered'),
    },
    voidedWithoutCreditNote: toFigures(sumRow(ownGroups, 'voidedWithoutCreditNote'), null),
    freeCredit: amountFromCents(freeCreditCents),
  };
};

interface Ports<Store> {
  database: { vatReports: Store };
  vatSettings: VatSettings;
}

/** Returns the output side of the VAT201 for a tax period, as it was filed if it was filed. */
export const readVatReport = async (
  { database, vatSettings }: Ports<Pick<VatReportStore, 'sum'>>,
  admin: SessionUser,
  asked: Asked,
  now: Date,
): Promise<VatReport> => {
  const chosen = chooseReport(asked, vatSettings);
  const audit = auditOfRead(admin, 'ledger.vat-report');
  const sums = await database.vatReports.sum(chosen.period, chosen.vatNumber, audit);
  if (sums.filed) {
    return sums.filed;
  }
  requireTaxPeriod(asked.period, vatSettings, now);

  return toReport(asked.period, chosen, vatSettings, sums);
};

/** Returns how the company reports VAT, and what it has filed. */
export const listVatReports = async ({
  database,
  vatSettings: { vatNumber, taxPeriod, registeredFrom },
}: Ports<Pick<VatReportStore, 'listFiled'>>): Promise<VatReports> => ({
  vatNumber,
  taxPeriod,
  registeredFrom,
  filed: (await database.vatReports.listFiled()).map(({ toDay, ...report }) => ({
    period: toDay.slice(0, '2026-11'.length),
    ...report,
  })),
});

/** Lists a page of the documents behind a row. */
export const listVatDocuments = async (
  { database, vatSettings }: Ports<Pick<VatReportStore, 'listDocuments'>>,
  admin: SessionUser,
  { row, page, ...asked }: Asked & { row: DocumentRow; page: number },
  now: Date,
): Promise<VatDocuments> => {
  const { isFiled, total, documents } = await database.vatReports.listDocuments(
    { ...chooseReport(asked, vatSettings), row },
    { offset: (page - 1) * VAT_DOCUMENTS_SHOWN, limit: VAT_DOCUMENTS_SHOWN },
    auditOfPage(admin, 'ledger.vat-documents', now),
  );
  if (!isFiled) {
    requireTaxPeriod(asked.period, vatSettings, now);
  }

  return {
    documents: documents.map(({ grossCents, vatCents, ...document }) => ({
      ...document,
      gross: amountFromCents(grossCents),
      net: amountFromCents(grossCents - vatCents),
      vat: amountFromCents(vatCents),
    })),
    total,
    page,
  };
};

/** Even documents with the longest numbers stay below the 1 MiB of a Data API result. */
const PAGE_DOCUMENTS = 1_000;

const COLUMNS: readonly [string, (document: VatDocumentRow) => Cell][] = [
  ['Number', ({ number }) => number],
  ['Date', ({ date }) => date],
  ['Type', ({ kind }) => (kind === 'reversal' ? 'Voided invoice' : ENTRY_LABELS[kind])],
  ['OW number', ({ OWNumber }) => OWNumber],
  ['Gross', ({ grossCents }) => ({ cents: grossCents })],
  ['Net', ({ grossCents, vatCents }) => ({ cents: grossCents - vatCents })],
  ['VAT', ({ vatCents }) => ({ cents: vatCents })],
  ['Due date', ({ dueDate }) => dueDate],
  ['Service from', ({ serviceFrom }) => serviceFrom],
  ['Service to', ({ serviceTo }) => serviceTo],
  ['First payment', ({ firstPaymentDate }) => firstPaymentDate],
];

const tooLarge = (limit: string) => new AppError('unprocessable', `The file holds at most ${limit}.`);

/** Returns the documents behind a row as a CSV file (RFC 4180), all of one moment. It is audited as an export (D33). */
export const exportVatReport = async (
  { database, vatSettings }: { database: DatabaseOf<'vatReports' | 'journal'>; vatSettings: VatSettings },
  admin: SessionUser,
  { row, ...asked }: Asked & { row: DocumentRow },
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const chosen = chooseReport(asked, vatSettings);
  const records = [toCsvRecord(COLUMNS.map(([heading]) => heading))];

  await database.transaction(async ({ vatReports }) => {
    await vatReports.readOneMoment();
    let page: VatDocumentRow[];
    do {
      const shown = { offset: records.length - 1, limit: PAGE_DOCUMENTS };
      const found = await vatReports.listDocuments({ ...chosen, row }, shown, undefined);
      if (!found.isFiled) {
        requireTaxPeriod(asked.period, vatSettings, now);
      }
      if (found.total > VAT_DOCUMENTS_MAX) {
        throw tooLarge(`${formatCount(VAT_DOCUMENTS_MAX)} documents`);
      }
      page = found.documents;
      records.push(...page.map((document) => toCsvRecord(COLUMNS.map(([, read]) => read(document)))));
    } while (page.length === PAGE_DOCUMENTS);
  });
  const bytes = toCsvFile(records);
  if (bytes.length > FILE_BYTES_MAX) {
    throw tooLarge('4 MB');
  }

  await database.journal.record(
    auditOf(admin, 'ledger.export-vat-report', {
      changes: { rows: records.length - 1, period: asked.period, row },
    }),
  );

  return { fileName: `vat-${asked.period}-${chosen.vatNumber}-${row}.csv`, bytes };
};

/** Stores a report with its documents as they are; a filed report never changes again (D66). */
export const fileVatReport = async (
  { database, vatSettings }: { database: DatabaseOf<'vatReports' | 'journal'>; vatSettings: VatSettings },
  admin: SessionUser,
  asked: { period: string; vatNumber: string },
  now: Date,
): Promise<VatReport> => {
  requireTaxPeriod(asked.period, vatSettings, now);
  const chosen = chooseReport(asked, vatSettings);

  return database.transaction(async ({ vatReports, journal }) => {
    await vatReports.holdClosings();
    const sums = await vatReports.sum(chosen.period, chosen.vatNumber, undefined);
    if (sums.filed) {
      throw alreadyFiled();
    }
    const report = toReport(asked.period, chosen, vatSettings, sums);
    if (!report.vatNumbers.includes(asked.vatNumber)) {
      throw new AppError('not_found', 'No document of this period has this VAT number.');
    }
    if (!report.isClosed) {
      throw new AppError('conflict', 'Please close each month of the period first.');
    }
    const filed = await vatReports.file({ ...chosen, figures: report, adminId: admin.userId, now });
    if (!filed) {
      throw alreadyFiled();
    }
    if (filed.documents !== countDocuments(report)) {
      throw new AppError('conflict', 'The books have changed meanwhile. Please try again.');
    }
    await journal.record(
      auditOf(admin, 'ledger.file-vat-report', {
        record: `VAT report ${asked.period} of ${asked.vatNumber}`,
        changes: { documents: filed.documents },
      }),
    );

    return { ...report, filedAt: now.toISOString(), filedBy: filed.filedBy };
  });
};

const alreadyFiled = () => new AppError('filed', 'The VAT report of this period has been filed.');

const countDocuments = ({ withoutVat, voidedWithoutCreditNote, ...report }: VatReport): number =>
  VAT_ROWS.reduce(
    (sum, row) => sum + report[row].count + withoutVat[row].count,
    voidedWithoutCreditNote.count,
  );

/** The VAT rows of a closed month, by VAT number: what a closing stores (D70). They can no longer change. */
export const readVatRows = async (
  vatReports: Pick<VatReportStore, 'sum'>,
  period: Period,
): Promise<VatOfMonth> => {
  const { groups } = await vatReports.sum(period, null, undefined);
  const numbers = new Set(groups.flatMap(({ vatNumber }) => vatNumber ?? []));
  const toRows = (read: (row: VatRow) => Sums) =>
    Object.fromEntries(VAT_ROWS.map((row) => [row, toAmounts(read(row))])) as VatOfMonth['withoutVat'];

  return {
    ofNumbers: Object.fromEntries(
      [...numbers].sort().map((number) => {
        const ofNumber = groups.filter(({ vatNumber }) => vatNumber === number);

        return [number, toRows((row) => sumRow(ofNumber, row))];
      }),
    ),
    withoutVat: toRows((row) => sumRow(groups, withoutVatOf(row))),
  };
};
