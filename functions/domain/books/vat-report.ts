import { type Actor, auditOf, auditOfPage, auditOfRead } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  OfReport,
  VatGroup,
  VatReportStore,
  VatSums,
} from '#functions/ports/database/books/vat-report-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import type { FiledFigures } from '#functions/ports/request-note.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { taxPeriodOf } from '#shared/books/vat-periods.ts';
import {
  type DocumentRow,
  VAT_ROWS,
  type VatRow,
  WAITING_ROWS,
  type WaitingRow,
} from '#shared/books/vat-rows.ts';
import type { VatOfMonth } from '#shared/contract/books/closings.ts';
import type { VatDocuments, VatFigures, VatReport, VatReports } from '#shared/contract/books/vat-report.ts';
import { VAT_DOCUMENTS_SHOWN } from '#shared/contract/limits.ts';
import { AppError } from '#shared/errors.ts';
import { amountFromCents, VAT_PERCENT, vatPortionCents } from '#shared/money.ts';
import { type AskedReport, chooseReport, requireReport } from './choose-vat-report.ts';

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
const waitingOf = (row: WaitingRow): DocumentRow => `${row}Waiting`;

const sumRow = (groups: readonly VatGroup[], row: DocumentRow): Sums =>
  add(groups.filter((group) => group.row === row));

/** True if each entry that the control account counts stands on one row of the reports. */
const checkAgrees = ({ groups, control }: Pick<VatSums, 'groups' | 'control'>): boolean =>
  VAT_ROWS.every((row) => {
    const rows = [row, withoutVatOf(row), `${row}Waiting`];
    const ofRow = groups.filter((group) => rows.includes(group.row));

    return ofRow.reduce((sum, { controlCents }) => sum + controlCents, 0) === control[row];
  });

/** The number of the last tax invoice of the period, or the present one: its report has what bears no VAT. */
const numberInUse = (groups: readonly VatGroup[], presentNumber: string | null): string | null => {
  const [last] = groups
    .filter(({ row }) => row === 'invoices')
    .sort((a, b) => (`${a.lastDay} ${a.vatNumber}` < `${b.lastDay} ${b.vatNumber}` ? 1 : -1));

  return last?.vatNumber ?? presentNumber;
};

const toReport = (report: OfReport, settings: VatSettings, sums: VatSums): VatReport => {
  const { month, vatNumber, period, presentNumber } = report;
  const { groups, freeCreditCents, isClosed } = sums;
  const inUse = numberInUse(groups, presentNumber);
  const ownGroups = groups.filter(
    (group) =>
      group.vatNumber === vatNumber || (group.vatNumber === null && (inUse ?? vatNumber) === vatNumber),
  );
  const numbers = [inUse, ...groups.map((group) => group.vatNumber)];
  const vatNumbers = [...new Set(numbers.filter((number) => number !== null))].sort();
  const figures = (row: DocumentRow, field: string | null) => toFigures(sumRow(ownGroups, row), field);
  const without = (row: VatRow): VatFigures => ({ ...figures(withoutVatOf(row), null), fraction: 0 });
  const returns = ownGroups
    .filter(({ row }) => WAITING_ROWS.some((one) => row === waitingOf(one)))
    .flatMap(({ waitsFor }) => waitsFor.map((invoiced) => taxPeriodOf(invoiced, settings.taxPeriod)));

  return {
    period: month,
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
    waiting: {
      writtenOff: figures(waitingOf('writtenOff'), null),
      recovered: figures(waitingOf('recovered'), null),
      returns: [...new Map(returns.map((one) => [one.from, one])).values()].sort((a, b) =>
        a.from < b.from ? -1 : 1,
      ),
    },
    withoutVat: {
      invoices: without('invoices'),
      creditNotes: without('creditNotes'),
      writtenOff: without('writtenOff'),
      recovered: without('recovered'),
    },
    voidedWithoutCreditNote: figures('voidedWithoutCreditNote', null),
    freeCredit: {
      gross: amountFromCents(freeCreditCents),
      vat: amountFromCents(vatPortionCents(freeCreditCents, VAT_PERCENT)),
    },
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
  asked: AskedReport,
  now: Date,
): Promise<VatReport> => {
  const chosen = chooseReport(asked, vatSettings);
  const audit = auditOfRead(admin, 'books.vat-report');
  const sums = await database.vatReports.sum(chosen.period, chosen, audit);
  requireReport(chosen, vatSettings, { ...sums, isFiled: sums.filed !== undefined }, now);

  return sums.filed ?? toReport(chosen, vatSettings, sums);
};

/** Returns how the company reports VAT, and what it has filed. */
export const listVatReports = async ({
  database,
  vatSettings: { vatNumber, taxPeriod, registeredFrom },
}: Ports<Pick<VatReportStore, 'listFiled'>>): Promise<VatReports> => ({
  vatNumber,
  taxPeriod,
  registeredFrom,
  filed: await database.vatReports.listFiled(),
});

/** Lists a page of the documents behind a row. */
export const listVatDocuments = async (
  { database, vatSettings }: Ports<Pick<VatReportStore, 'listDocuments'>>,
  admin: SessionUser,
  { row, page, ...asked }: AskedReport & { row: DocumentRow; page: number },
  now: Date,
): Promise<VatDocuments> => {
  const chosen = chooseReport(asked, vatSettings);
  const { total, documents, ...found } = await database.vatReports.listDocuments(
    { ...chosen, row },
    { offset: (page - 1) * VAT_DOCUMENTS_SHOWN, limit: VAT_DOCUMENTS_SHOWN },
    auditOfPage(admin, 'books.vat-documents', now),
  );
  requireReport(chosen, vatSettings, found, now);

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

interface NumberedReport extends AskedReport {
  vatNumber: string;
}

/** Computes a report that is not filed. */
const computeReport = async (
  { database, vatSettings }: Ports<Pick<VatReportStore, 'sum'>>,
  chosen: OfReport,
  now: Date,
): Promise<VatReport> => {
  const sums = await database.vatReports.sum(chosen.period, chosen, undefined);
  if (sums.filed) {
    throw alreadyFiled();
  }
  requireReport(chosen, vatSettings, { ...sums, isFiled: false }, now);

  return toReport(chosen, vatSettings, sums);
};

/** Returns what must be the same if a report is filed again after a restore. */
export const filedFiguresOf = (report: VatReport): FiledFigures =>
  Object.fromEntries(
    VAT_ROWS.map((row) => [row, { gross: report[row].gross, vat: report[row].vat }]),
  ) as FiledFigures;

/** Returns the figures that a report would be filed with now. */
export const computeFiledFigures = async (
  ports: Ports<Pick<VatReportStore, 'sum'>>,
  asked: NumberedReport,
  now: Date,
): Promise<FiledFigures> =>
  filedFiguresOf(await computeReport(ports, chooseReport(asked, ports.vatSettings), now));

/** Stores a report with its documents as they are; a filed report never changes again (D66). */
export const fileVatReport = async (
  { database, vatSettings }: { database: DatabaseOf<'vatReports' | 'journal'>; vatSettings: VatSettings },
  admin: Actor,
  asked: NumberedReport,
  now: Date,
): Promise<VatReport> => {
  const chosen = chooseReport(asked, vatSettings);

  return database.transaction(async ({ vatReports, journal }) => {
    await vatReports.holdClosings();
    const report = await computeReport({ database: { vatReports }, vatSettings }, chosen, now);
    if (!report.vatNumbers.includes(asked.vatNumber)) {
      throw new AppError(
        'conflict',
        'This VAT number was not in use in this period, and no document has it.',
      );
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
      auditOf(admin, 'books.file-vat-report', {
        record: `VAT report ${asked.period} of ${asked.vatNumber}`,
        changes: { documents: filed.documents },
      }),
    );

    return { ...report, filedAt: now.toISOString(), filedBy: filed.filedBy };
  });
};

const alreadyFiled = () => new AppError('filed', 'The VAT report of this period has been filed.');

const countDocuments = ({ waiting, withoutVat, voidedWithoutCreditNote, ...report }: VatReport): number =>
  VAT_ROWS.reduce(
    (sum, row) => sum + report[row].count + withoutVat[row].count,
    voidedWithoutCreditNote.count + waiting.writtenOff.count + waiting.recovered.count,
  );

/**
 * The VAT rows of a closed month, by VAT number: what a closing stores (D70). They can no longer change; the months of a
 * tax period sum up to its report, so what still waited for a return is not in them.
 */
export const readVatRows = async (
  vatReports: Pick<VatReportStore, 'sum'>,
  period: Period,
): Promise<VatOfMonth> => {
  const { groups } = await vatReports.sum(period, undefined, undefined);
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
