import { FILE_BYTES_MAX, toCsvFile, toCsvRecord } from '#functions/documents/csv.ts';
import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { JournalStore } from '#functions/ports/database/system/journal-store.ts';
import type {
  ExportedUser,
  UserFilter,
  UserListStore,
} from '#functions/ports/database/users/user-list-store.ts';
import { EXPORT_ROWS_MAX, type UserListFilters } from '#shared/contract/user-list.ts';
import { formatDateShort } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatPhoneNational } from '#shared/south-africa.ts';
import { toUserFilter } from './read-users.ts';

/** Even rows as long as the contract allows stay below the 1 MiB of a Data API result. */
const PAGE_ROWS = 400;

const COLUMNS: readonly [string, (user: ExportedUser) => string | number | null][] = [
  ['OW number', (user) => user.OWNumber],
  ['Name', (user) => user.User_Name],
  ['Surname', (user) => user.User_Surname],
  ['Email', (user) => user.User_Email],
  ['Email verified', (user) => (user.emailVerified ? 'Yes' : 'No')],
  ['Mobile', (user) => user.User_Mobile && formatPhoneNational(user.User_Mobile)],
  ['Organization', (user) => user.User_Org],
  ['Role', (user) => user.user_role],
  ['Status', (user) => (user.User_Status === 1 ? 'Active' : 'Inactive')],
  ['Credit balance', (user) => user.User_Debit],
  ['Registered', (user) => formatDateShort(user.User_Date)],
];

const requireFew = (count: number) => {
  if (count > EXPORT_ROWS_MAX) {
    throw new AppError(
      'conflict',
      `${formatCount(count)} users match, and an export holds at most ${formatCount(EXPORT_ROWS_MAX)}. Please narrow the search or the filters.`,
    );
  }
};

/** Returns only the names of the filters, because the text of a search is personal and must not be in the audit log. */
const namesOfFilters = (filters: UserListFilters): string[] =>
  Object.entries(filters).flatMap(([name, value]) => (value ? [name] : []));

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
  filters: UserListFilters,
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const filter = toUserFilter(filters, now);
  requireFew(await userLists.count(filter));

  const records = [toCsvRecord(COLUMNS.map(([heading]) => heading))];
  for await (const user of readAll(userLists, filter)) {
    records.push(toCsvRecord(COLUMNS.map(([, read]) => read(user))));
  }
  requireFew(records.length - 1);
  const bytes = toCsvFile(records);
  // 10,000 accounts take about 1.6 MB; only accounts with very long names reach this limit.
  if (bytes.length > FILE_BYTES_MAX) {
    throw new AppError(
      'conflict',
      'The file would be larger than 4 MB. Please narrow the search or the filters.',
    );
  }

  const filteredBy = Object.fromEntries(namesOfFilters(filters).map((name) => [name, null]));
  await journal.record(
    auditOf(admin, 'users.export', { changes: { rows: records.length - 1, ...filteredBy } }),
  );

  return { fileName: `users-${formatDateShort(now.toISOString()).replaceAll('/', '-')}.csv`, bytes };
};
