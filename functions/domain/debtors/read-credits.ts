import type { Columns } from '#functions/documents/csv.ts';
import { auditOf, auditOfPage } from '#functions/domain/audit.ts';
import { toListDay } from '#functions/domain/debtors/read-debtors.ts';
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
import type { DebtorStore } from '#functions/ports/database/debtors/debtor-store.ts';
import type { CreditList } from '#shared/contract/debtors/ledger-statements.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import { CLOSED_ACCOUNTS } from '#shared/invoices/ledger-words.ts';
import { amountFromCents } from '#shared/money.ts';

interface AsAt {
  asAt?: string | undefined;
}

/** Lists a page of the clients who have credit, or had it on a past day. */
export const listCredits = async (
  debtors: Pick<DebtorStore, 'listCredits'>,
  admin: SessionUser,
  { asAt, page, limit }: AsAt & { page: number; limit: number },
  now: Date,
): Promise<CreditList> => {
  const { clients, total, sumCents, closedCents } = await debtors.listCredits(
    toListDay(asAt, now),
    { offset: (page - 1) * limit, limit },
    auditOfPage(admin, 'debtors.credits', now),
  );

  return {
    clients: clients.map(({ creditCents, ...client }) => ({
      ...client,
      credit: amountFromCents(creditCents),
    })),
    total,
    page,
    limit,
    sum: amountFromCents(sumCents),
    closedAccounts: amountFromCents(closedCents),
  };
};

type FileRow = Record<'company' | 'name' | 'OWNumber' | 'since', string | null> & { creditCents: number };

const COLUMNS: Columns<FileRow> = [
  ['Company', ({ company }) => company],
  ['Name', ({ name }) => name],
  ['OW number', ({ OWNumber }) => OWNumber],
  ['Credit', ({ creditCents }) => ({ cents: creditCents })],
  ['Since', ({ since }) => ({ day: since })],
];

/**
 * Returns the clients who have credit as a file of one moment. The file of a past day ends with the closed accounts, if
 * they had any (D71).
 */
export const exportCredits = async (
  database: DatabaseOf<'debtors' | 'journal'>,
  admin: SessionUser,
  { for: form, ...filters }: AsAt & { for: CsvForm },
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const on = toListDay(filters.asAt, now);
  const rows = await database.transaction(
    async ({ debtors }) => {
      let closedCents = 0;
      const clients = await readPages<FileRow>(PAGE_ROWS, async (page) => {
        const found = await debtors.listCredits(on, page, undefined);
        requireFewRows(found.total, 'clients in credit');
        ({ closedCents } = found);

        return found.clients;
      });
      const closed = { company: null, name: CLOSED_ACCOUNTS, OWNumber: null, since: null };

      return closedCents === 0 ? clients : [...clients, { ...closed, creditCents: closedCents }];
    },
    { atOneMoment: true },
  );

  return exportList(database.journal, {
    columns: COLUMNS,
    rows,
    form,
    fileName: nameListFile('clients-in-credit', on.day),
    audit: auditOf(admin, 'debtors.export-credits', { changes: namesOfFilters(filters) }),
  });
};
