import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { referenceForClient } from '#functions/adapters/database/payments/reference-for-client.ts';
import { bankBookings, bankLines, bankProposals } from '#functions/database/schema/bank-tables.ts';
import {
  closingDebtors,
  entryNotes,
  ledgerAllocations,
  ledgerEntries,
  ledgerItems,
} from '#functions/database/schema/ledger-tables.ts';

type Columns = Record<string, PgColumn | SQL.Aliased>;

export interface Section {
  title: string;
  table: PgTable;
  columns: Columns;
  where: SQL | undefined;
  order: PgColumn;
  rowsPerPage?: number;
}

export const omit = (table: PgTable, ...names: string[]): Columns =>
  Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !names.includes(name)));

/** Says who acted without a name, because the file goes to one person and names no other. */
export const byWhom = (actor: PgColumn, userIds: number[]): SQL.Aliased =>
  sql<string>`case when ${inArray(actor, userIds)} then 'the client' when ${actor} is null then 'the portal'
    else 'an administrator' end`.as('by');

/** The entries of accounts, what they add up to, and the lines of the bank that they came from. */
export const ledgerOf = (userIds: number[]): Section[] => {
  const noteOf = (column: PgColumn | SQL, name: string) =>
    sql`(select ${column} from ${entryNotes} where ${entryNotes.entry_id} = ${ledgerEntries.id})`.as(name);

  return [
    {
      title: 'Ledger: entries',
      table: ledgerEntries,
      columns: {
        ...omit(ledgerEntries, 'written_by', 'written_by_name'),
        by: byWhom(ledgerEntries.written_by, userIds),
        reference: noteOf(
          referenceForClient(sql`${ledgerEntries}`, sql`${entryNotes.reference}`),
          'reference',
        ),
        note: noteOf(entryNotes.note, 'note'),
        reason: noteOf(entryNotes.reason, 'reason'),
      },
      where: inArray(ledgerEntries.user_id, userIds),
      order: ledgerEntries.id,
    },
    {
      title: 'Ledger: what is owed and what is in credit',
      table: ledgerItems,
      columns: getTableColumns(ledgerItems),
      where: inArray(ledgerItems.user_id, userIds),
      order: ledgerItems.id,
    },
    {
      title: 'Ledger: what pays what',
      table: ledgerAllocations,
      columns: getTableColumns(ledgerAllocations),
      where: inArray(ledgerAllocations.user_id, userIds),
      order: ledgerAllocations.id,
    },
    {
      title: 'Age analyses of closed months',
      table: closingDebtors,
      columns: getTableColumns(closingDebtors),
      where: inArray(closingDebtors.user_id, userIds),
      order: closingDebtors.closing_id,
    },
    {
      title: 'Lines of the bank that paid or took back',
      table: bankLines,
      columns: omit(bankLines, 'words', 'ordered_by', 'decided_by'),
      where: sql`${bankLines.id} in (
        select ${bankBookings.line_id} from ${bankBookings}
        join ${ledgerEntries} on ${ledgerEntries.id} = ${bankBookings.entry_id}
        where ${inArray(ledgerEntries.user_id, userIds)} and ${bankBookings.ended_at} is null)`,
      order: bankLines.id,
    },
    {
      title: 'Lines of the bank that may be theirs',
      table: bankProposals,
      columns: getTableColumns(bankProposals),
      where: inArray(bankProposals.user_id, userIds),
      order: bankProposals.line_id,
    },
  ];
};
