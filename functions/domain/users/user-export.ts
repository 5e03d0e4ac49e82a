import type { Columns } from '#functions/documents/csv.ts';
import { auditOf } from '#functions/domain/audit.ts';
import {
  exportList,
  nameListFile,
  namesOfFilters,
  PAGE_ROWS,
  readPages,
  requireFewRows,
} from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { JournalStore } from '#functions/ports/database/system/journal-store.ts';
import type { ExportedUser, UserListStore } from '#functions/ports/database/users/user-list-store.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import type { UserListFilters } from '#shared/contract/users/user-list.ts';
import { dayAfter } from '#shared/dates.ts';
import { centsFromAmount } from '#shared/money.ts';
import { formatPhoneNational } from '#shared/south-africa.ts';
import { toUserFilter } from './read-users.ts';

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

/**
 * Returns the filtered list as a file, without ID number, address or birth date. It needs more than the two database calls
 * of other reads: one for each page, which begins where the last one ended, so that none is slower than the first
 * (ADR 38).
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
  const rows = await readPages<ExportedUser>(PAGE_ROWS, ({ limit }, last) =>
    userLists.listBefore(filter, last?.User_Id ?? Number.MAX_SAFE_INTEGER, limit),
  );
  requireFewRows(rows.length, 'users');

  return exportList(journal, {
    columns: COLUMNS,
    rows,
    form,
    fileName: nameListFile('users', dayAfter(now, 0)),
    audit: auditOf(admin, 'users.export', { changes: namesOfFilters(filters) }),
  });
};
