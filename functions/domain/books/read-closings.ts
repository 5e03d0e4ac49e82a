import type { Columns } from '#functions/documents/csv.ts';
import { auditOf, auditOfPage, auditOfRead } from '#functions/domain/audit.ts';
import { sumAgeing, toAgeing } from '#functions/domain/debtors/ageing-answer.ts';
import { exportList, PAGE_ROWS, readPages } from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  ClosedAges,
  ClosedDebtorRow,
  ClosingStore,
} from '#functions/ports/database/books/closing-store.ts';
import type { JournalStore } from '#functions/ports/database/system/journal-store.ts';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import type { ClosedDebtors, Closing, OpenPoints } from '#shared/contract/books/closings.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import { CLOSED_DEBTORS_SHOWN, EXPORT_ROWS_MAX, OPEN_POINTS_MAX } from '#shared/contract/limits.ts';
import { AppError } from '#shared/errors.ts';
import { AGEING_COLUMNS, AGEING_LABELS, CLOSED_ACCOUNTS } from '#shared/invoices/ledger-words.ts';
import { amountFromCents } from '#shared/money.ts';

/** Lists the closings of months, also of those that were opened again. */
export const listClosings = (closings: Pick<ClosingStore, 'list'>, admin: SessionUser): Promise<Closing[]> =>
  closings.list(auditOfRead(admin, 'books.closings'));

/** Lists what an administrator may want to do before a month is closed; nothing of it prevents that. */
export const listOpenPoints = (
  {
    database,
    bankAccounts,
  }: { database: { closings: Pick<ClosingStore, 'listOpenPoints'> }; bankAccounts: BankAccounts },
  admin: SessionUser,
  month: string,
): Promise<OpenPoints> =>
  database.closings.listOpenPoints(
    month,
    { limit: OPEN_POINTS_MAX, accounts: bankAccounts.map(({ number }) => number) },
    auditOfRead(admin, 'books.open-points'),
  );

const noClosing = () => new AppError('not_found', 'There is no such closing.');

const toAnswer = ({ ageing, creditCents }: ClosedAges) => ({
  due: amountFromCents(sumAgeing(ageing)),
  ageing: toAgeing(ageing),
  credit: amountFromCents(creditCents),
});

/** Lists a page of the age analysis that a closing stored, as it was. */
export const listClosedDebtors = async (
  closings: Pick<ClosingStore, 'listDebtors'>,
  admin: SessionUser,
  { closing, page }: { closing: number; page: number },
  now: Date,
): Promise<ClosedDebtors> => {
  const found = await closings.listDebtors(
    closing,
    { offset: (page - 1) * CLOSED_DEBTORS_SHOWN, limit: CLOSED_DEBTORS_SHOWN },
    auditOfPage(admin, 'books.closed-debtors', now),
  );
  if (!found) {
    throw noClosing();
  }

  return {
    ...found,
    debtors: found.debtors.map(({ userId, OWNumber, name, company, ...ages }) => ({
      userId,
      OWNumber,
      name,
      company,
      ...toAnswer(ages),
    })),
    closedAccounts: toAnswer(found.closedAccounts),
    sums: toAnswer(found.sums),
    page,
  };
};

type NamedAges = ClosedAges & Partial<Pick<ClosedDebtorRow, 'OWNumber' | 'name' | 'company'>>;

const COLUMNS: Columns<NamedAges> = [
  ['Company', ({ company = null }) => company],
  ['Name', ({ name = null }) => name],
  ['OW number', ({ OWNumber = null }) => OWNumber],
  ...AGEING_COLUMNS.map((column): (typeof COLUMNS)[number] => [
    AGEING_LABELS[column],
    ({ ageing }) => ({ cents: ageing[column] }),
  ]),
  ['Owed', ({ ageing }) => ({ cents: sumAgeing(ageing) })],
  ['Credit', ({ creditCents }) => ({ cents: creditCents })],
];

/**
 * Returns a part of the age analysis that a closing stored as a file. The last part ends with the closed accounts. The
 * list never changes, so its pages need no common moment.
 */
export const exportClosedDebtors = async (
  database: { closings: Pick<ClosingStore, 'listDebtors'>; journal: Pick<JournalStore, 'record'> },
  admin: SessionUser,
  { for: form, closing, part }: { for: CsvForm; closing: number; part: number },
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const end = part * EXPORT_ROWS_MAX;
  const start = end - EXPORT_ROWS_MAX;
  let month = '';
  let last: NamedAges[] = [];
  const debtors = await readPages<NamedAges>(PAGE_ROWS, async ({ offset, limit }) => {
    if (offset === EXPORT_ROWS_MAX) {
      return [];
    }
    const found = await database.closings.listDebtors(closing, { offset: start + offset, limit }, undefined);
    if (!found) {
      throw noClosing();
    }
    ({ month } = found);
    last = found.total <= end ? [{ ...found.closedAccounts, name: CLOSED_ACCOUNTS }] : [];

    return found.debtors;
  });

  return exportList(database.journal, {
    columns: COLUMNS,
    rows: [...debtors, ...last],
    form,
    fileName: `age-analysis-${month}-as-closed${part === 1 ? '' : `-${part}`}.csv`,
    audit: auditOf(admin, 'books.export-closed-debtors', { changes: { closing, part } }),
  });
};
