import { type Columns, toCsvHead, toCsvRow } from '#functions/documents/csv.ts';
import { auditOf } from '#functions/domain/audit.ts';
import { nameListFile, namesOfFilters, requireFewRows, toListFile } from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { JournalStore } from '#functions/ports/database/system/journal-store.ts';
import type {
  ExportedUser,
  UserFilter,
  UserListStore,
} from '#functions/ports/database/users/user-list-store.ts';
import type { CsvForm } from '#shared/contract/csv-form.ts';
import type { UserListFilters } from '#shared/contract/user-list.ts';
import { dayAfter } from '#shared/dates.ts';
import { centsFromAmount } from '#shared/money.ts';
import { formatPhoneNational } from '#shared/south-africa.ts';
import { toUserFilter } from './read-users.ts';

/** Even rows as long as the contract allows stay below the 1 MiB of a Data API result. */
const PAGE_ROWS = 400;

const COLUMNS: Columns<ExportedUser> = [
  ['OW number', (user) => user.OWNumber],
  ['Name', (user) => user.User_Name],
  ['Surname', (user) => user.User_Surname],
  ['Email', (user) => user.User_Email],
  ['Email verified', (user) => (user.emailVerified ? 'Yes' : 'No')],
  ['Mobile', (user) => user.User_Mobile && formatPhoneNational(user.User_Mobile)],
  ['Company', (user) => user.User_Org],
  ['Role', (user) => user.user_role],
  ['Status', (user) => (user.User_Status === 1 ? 'Active' : 'Inactive')],
  ['Credit balance', (user) => ({ cents: centsFromAmount(user.User_Debit) })],
  ['Registered', (user) => ({ day: dayAfter(new Date(user.User_Date), 0) })],
];

/** Reads page after page, each from where the last one ended, so that no page is slower than the first. */
async function* readAll(userLists: Pick<UserListStore, 'listBefore'>, filter: UserFilter) {
  let before = Number.MAX_SAFE_INTEGER;

  for (;;) {
    const page = await userLists.listBefore(filter, before, PAGE_ROWS);
    yield* page;

    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) {
      return;
    }
    before = last.User_Id;
  }
}

/**
 * Returns the filtered list as a CSV file (RFC 4180), in UTF-8 with a byte order mark, without ID number, address or
 * birth date. It needs more than the two database calls of other reads: one for each page (ADR 38). It takes personal
 * data of many people out of the portal, so it is audited like a write.
 */
export const exportUsers = async (
  {
    userLists,
    journal,
  }: { userLists: Pick<UserListStore, 'count' | 'listBefore'>; journal: Pick<JournalStore, 'record'> },
  admin: SessionUser,
  { for: form, ...filters }: UserListFilters & { for: CsvForm },
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const filter = toUserFilter(filters, now);
  requireFewRows(await userLists.count(filter), 'users');

  const records = [toCsvHead(COLUMNS, form)];
  for await (const user of readAll(userLists, filter)) {
    records.push(toCsvRow(COLUMNS, user, form));
  }
  requireFewRows(records.length - 1, 'users');
  const bytes = toListFile(records);

  await journal.record(
    auditOf(admin, 'users.export', { changes: { rows: records.length - 1, ...namesOfFilters(filters) } }),
  );

  return { fileName: nameListFile('users', dayAfter(now, 0)), bytes };
};
