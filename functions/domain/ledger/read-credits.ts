import { type Columns, toCsvHead, toCsvRow } from '#functions/documents/csv.ts';
import { auditOf, auditOfPage } from '#functions/domain/audit.ts';
import { toListDay } from '#functions/domain/ledger/read-debtors.ts';
import { nameListFile, namesOfFilters, requireFewRows, toListFile } from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { CreditRow, DebtorStore } from '#functions/ports/database/ledger/debtor-store.ts';
import type { CsvForm } from '#shared/contract/csv-form.ts';
import type { CreditList } from '#shared/contract/ledger-statements.ts';
import { CLOSED_ACCOUNTS } from '#shared/ledger-words.ts';
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
    auditOfPage(admin, 'ledger.credits', now),
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

/** Even rows as long as the contract allows stay below the 1 MiB of a Data API result. */
const PAGE_ROWS = 400;

type FileRow = Record<'company' | 'name' | 'OWNumber' | 'since', string | null> & { creditCents: number };

const COLUMNS: Columns<FileRow> = [
  ['Company', ({ company }) => company],
  ['Name', ({ name }) => name],
  ['OW number', ({ OWNumber }) => OWNumber],
  ['Credit', ({ creditCents }) => ({ cents: creditCents })],
  ['Since', ({ since }) => ({ day: since })],
];

const toRecord = (row: FileRow, form: CsvForm) => toCsvRow(COLUMNS, row, form);

/**
 * Returns the clients who have credit as a CSV file, audited as an export as that of the debtors is (D33). The file of a
 * past day ends with the closed accounts, if they had any (D71).
 */
export const exportCredits = async (
  database: DatabaseOf<'debtors' | 'journal'>,
  admin: SessionUser,
  { for: form, ...filters }: AsAt & { for: CsvForm },
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const on = toListDay(filters.asAt, now);
  const records = [toCsvHead(COLUMNS, form)];

  await database.transaction(async ({ debtors }) => {
    await debtors.readOneMoment();
    let page: CreditRow[];
    let closedCents: number;
    do {
      const found = await debtors.listCredits(
        on,
        { offset: records.length - 1, limit: PAGE_ROWS },
        undefined,
      );
      requireFewRows(found.total, 'clients in credit');
      page = found.clients;
      closedCents = found.closedCents;
      records.push(...page.map((row) => toRecord(row, form)));
    } while (page.length === PAGE_ROWS);
    if (closedCents !== 0) {
      records.push(
        toRecord(
          { company: null, name: CLOSED_ACCOUNTS, OWNumber: null, creditCents: closedCents, since: null },
          form,
        ),
      );
    }
  });
  const bytes = toListFile(records);

  await database.journal.record(
    auditOf(admin, 'ledger.export-credits', {
      changes: { rows: records.length - 1, ...namesOfFilters(filters) },
    }),
  );

  return { fileName: nameListFile('clients-in-credit', on.day), bytes };
};
