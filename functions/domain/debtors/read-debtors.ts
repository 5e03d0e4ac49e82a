import type { Columns } from '#functions/documents/csv.ts';
import { auditOf, auditOfPage } from '#functions/domain/audit.ts';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import { sumAgeing, toAgeing } from '#functions/domain/debtors/ageing-answer.ts';
import {
  exportList,
  nameListFile,
  namesOfFilters,
  PAGE_ROWS,
  readPages,
  requireFewRows,
} from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type {
  DebtorDay,
  DebtorFilter,
  DebtorRow,
  DebtorStore,
} from '#functions/ports/database/debtors/debtor-store.ts';
import type { AgeingCents } from '#functions/ports/database/debtors/statement-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type {
  Debtor,
  DebtorFilters,
  DebtorList,
  DebtorOrder,
  DebtorSums,
} from '#shared/contract/debtors/ledger-statements.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import {
  AGEING_COLUMNS,
  AGEING_LABELS,
  CLOSED_ACCOUNTS,
  DEBTOR_MAIL_WORDS,
  FUTURE_DATE,
} from '#shared/invoices/ledger-words.ts';
import { amountFromCents } from '#shared/money.ts';

/** Returns the day of a list, and refuses one that has not come. */
export const toListDay = (asAt: string | undefined, now: Date): DebtorDay => {
  const today = dayAfter(now, 0);
  if (asAt !== undefined && asAt > today) {
    throw new AppError('invalid_request', FUTURE_DATE, { fields: { asAt: FUTURE_DATE } });
  }

  return { day: asAt ?? today, isPast: asAt !== undefined && asAt < today };
};

const toFilter = ({ search, asAt, ...filters }: DebtorFilters, now: Date): DebtorFilter => ({
  ...filters,
  terms: search ? searchTerms(search) : [],
  ...toListDay(asAt, now),
});

/** Where the portal sends no mail, nobody gets one. */
const mailOf = (mail: Debtor['mail'], { isOn }: MailSettings): Debtor['mail'] => (isOn ? mail : 'off');

/** Lists a page of the clients who owe, or owed on a past day. */
export const listDebtors = async (
  {
    database: { debtors },
    mailSettings,
  }: { database: { debtors: Pick<DebtorStore, 'list'> }; mailSettings: MailSettings },
  admin: SessionUser,
  { page, limit, sort, direction, ...filters }: DebtorFilters & DebtorOrder & { page: number; limit: number },
  now: Date,
): Promise<DebtorList> => {
  const found = await debtors.list(
    toFilter(filters, now),
    { sort, direction, offset: (page - 1) * limit, limit },
    auditOfPage(admin, 'debtors.list', now),
  );

  return {
    debtors: found.debtors.map(({ creditCents, ...debtor }) => ({
      ...debtor,
      due: amountFromCents(sumAgeing(debtor.ageing)),
      ageing: toAgeing(debtor.ageing),
      credit: amountFromCents(creditCents),
      mail: mailOf(debtor.mail, mailSettings),
    })),
    total: found.total,
    page,
    limit,
  };
};

const withTotal = (ageing: AgeingCents) => ({
  ...toAgeing(ageing),
  total: amountFromCents(sumAgeing(ageing)),
});

/** Sums what the clients of the list owe. The sum of a search may be that of one client, so it is audited like the list. */
export const sumDebtors = async (
  debtors: Pick<DebtorStore, 'sum'>,
  admin: SessionUser,
  filters: DebtorFilters,
  now: Date,
): Promise<DebtorSums> => {
  const audit = filters.search ? auditOfPage(admin, 'debtors.sums', now) : undefined;
  const { ageing, closed } = await debtors.sum(toFilter(filters, now), audit);

  return { ...withTotal(ageing), closedAccounts: closed ? withTotal(closed) : null };
};

type FileRow = Record<'company' | 'name' | 'OWNumber' | 'oldestDueDate' | 'lastPaymentDate', string | null> &
  Pick<DebtorRow, 'ageing'> & { creditCents: number | null; mail: Debtor['mail'] | null };

const COLUMNS: Columns<FileRow> = [
  ['Company', ({ company }) => company],
  ['Name', ({ name }) => name],
  ['OW number', ({ OWNumber }) => OWNumber],
  ...AGEING_COLUMNS.map((column): (typeof COLUMNS)[number] => [
    AGEING_LABELS[column],
    ({ ageing }) => ({ cents: ageing[column] }),
  ]),
  ['Owed', ({ ageing }) => ({ cents: sumAgeing(ageing) })],
  ['Credit', ({ creditCents }) => ({ cents: creditCents })],
  ['Due since', ({ oldestDueDate }) => ({ day: oldestDueDate })],
  ['Last payment', ({ lastPaymentDate }) => ({ day: lastPaymentDate })],
  ['Mail', ({ mail }) => mail && DEBTOR_MAIL_WORDS[mail]],
];

/** The row of the accounts that were deleted since; their credit stands in the file of the clients in credit. */
const toClosedRow = (ageing: AgeingCents): FileRow => ({
  company: null,
  name: CLOSED_ACCOUNTS,
  OWNumber: null,
  ageing,
  creditCents: null,
  oldestDueDate: null,
  lastPaymentDate: null,
  mail: null,
});

/**
 * Returns the clients who owe as a file of one moment, in the order of the list; the file of a past day ends with the
 * closed accounts, if they owed anything (D71).
 */
export const exportDebtors = async (
  { database, mailSettings }: { database: DatabaseOf<'debtors' | 'journal'>; mailSettings: MailSettings },
  admin: SessionUser,
  { for: form, sort, direction, ...filters }: DebtorFilters & DebtorOrder & { for: CsvForm },
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const filter = toFilter(filters, now);
  const rows = await database.transaction(
    async ({ debtors }) => {
      const owing = await readPages<FileRow>(PAGE_ROWS, async (page) => {
        const found = await debtors.list(filter, { sort, direction, ...page }, undefined);
        requireFewRows(found.total, 'debtors');

        return found.debtors.map((debtor) => ({ ...debtor, mail: mailOf(debtor.mail, mailSettings) }));
      });
      const { closed } = filter.isPast ? await debtors.sum(filter, undefined) : {};

      return closed && sumAgeing(closed) !== 0 ? [...owing, toClosedRow(closed)] : owing;
    },
    { atOneMoment: true },
  );

  return exportList(database.journal, {
    columns: COLUMNS,
    rows,
    form,
    fileName: nameListFile('debtors', filter.day),
    audit: auditOf(admin, 'debtors.export', { changes: namesOfFilters(filters) }),
  });
};
