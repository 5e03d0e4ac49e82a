import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';
import type { PgTable } from 'drizzle-orm/pg-core';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { passkeys, recoveryCodes, sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { billingRunLines } from '#functions/database/schema/billing-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import {
  billedServices,
  creditNotes,
  invoiceItems,
  invoices,
  replacedFiles,
  retainedCreditNotes,
  retainedInvoices,
} from '#functions/database/schema/invoices-tables.ts';
import { entryNotes, ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { linkTokens, mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import {
  accountIn,
  auditLog,
  idempotencyKeys,
  throttleCounters,
} from '#functions/database/schema/system-tables.ts';
import {
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  DataSection,
  DataSubjectStore,
} from '#functions/ports/database/operations/data-subject-store.ts';

import { byWhom, ledgerOf, omit, type Section } from './data-of-ledger.ts';

const ACTION = 'operations.data-of';

/** The Data API ends at 1 MiB a result, and a ticket or an entry has up to 60 KB. */
const LONG_ROWS_PER_PAGE = 15;
const ROWS_PER_PAGE = 500;

const filesOf = (invoiceIds: SQL): Section => ({
  title: 'PDFs that a void invoice had as issued',
  table: replacedFiles,
  columns: getTableColumns(replacedFiles),
  where: sql`${replacedFiles.invoice_id} in (${invoiceIds})`,
  order: replacedFiles.invoice_id,
});

/** The audit rows about these accounts and of their own acts, without networks and details of others. */
const auditOf = (userIds: number[]): Section => {
  const accounts = userIds.map((id) => `user ${id}`);

  return {
    title: 'Audit log',
    table: auditLog,
    columns: {
      at: auditLog.at,
      by: byWhom(auditLog.actor_id, userIds),
      action: auditLog.action,
      record: auditLog.record,
      changes: sql`case when ${auditLog.action} not like 'operations.%' then ${auditLog.changes} end`.as(
        'changes',
      ),
      address: sql`case when ${inArray(auditLog.actor_id, userIds)} then ${auditLog.address} end`.as(
        'address',
      ),
    },
    where: or(inArray(auditLog.actor_id, userIds), inArray(accountIn(auditLog.record), accounts)),
    order: auditLog.id,
  };
};

/** The records of a living account, without what proves who somebody is, hashes of links and keys of the helpdesk. */
const sectionsOfAccount = (userId: number): Section[] => {
  const ofTicketsOf = sql`(select ${helpdeskTickets.id} from ${helpdeskTickets} join ${users}
    on ${users.User_Support_Id} = ${helpdeskTickets.requester_id} where ${users.User_Id} = ${userId})`;

  return [
    {
      title: 'Account',
      table: users,
      columns: omit(
        users,
        'User_Pass_Bkp',
        'contact_key',
        'passkey_handle',
        'search_text',
        'search_name',
        'search_surname',
        'search_org',
      ),
      where: eq(users.User_Id, userId),
      order: users.User_Id,
    },
    {
      title: 'Services',
      table: services,
      columns: omit(services, 'search_text'),
      where: eq(services.user_id, userId),
      order: services.id,
    },
    {
      title: 'Earlier prices of the services',
      table: servicePrices,
      columns: getTableColumns(servicePrices),
      where: sql`${servicePrices.service_id} in (select ${services.id} from ${services} where ${services.user_id} = ${userId})`,
      order: servicePrices.until_day,
    },
    {
      title: 'Invoices',
      table: invoices,
      columns: getTableColumns(invoices),
      where: eq(invoices.user_id, userId),
      order: invoices.id,
    },
    {
      title: 'Lines of the invoices',
      table: invoiceItems,
      columns: getTableColumns(invoiceItems),
      where: sql`${invoiceItems.invoice_id} in (select ${invoices.id} from ${invoices} where ${invoices.user_id} = ${userId})`,
      order: invoiceItems.id,
    },
    {
      title: 'Days of services that the invoices bill',
      table: billedServices,
      columns: getTableColumns(billedServices),
      where: sql`${billedServices.item_id} in (select ${invoiceItems.id} from ${invoiceItems}
        join ${invoices} on ${invoices.id} = ${invoiceItems.invoice_id} where ${invoices.user_id} = ${userId})`,
      order: billedServices.id,
    },
    {
      title: 'Lines of billing runs, for 24 months',
      table: billingRunLines,
      columns: getTableColumns(billingRunLines),
      where: eq(billingRunLines.user_id, userId),
      order: billingRunLines.id,
    },
    filesOf(sql`select ${invoices.id} from ${invoices} where ${invoices.user_id} = ${userId}`),
    {
      title: 'Credit notes',
      table: creditNotes,
      columns: getTableColumns(creditNotes),
      where: eq(creditNotes.user_id, userId),
      order: creditNotes.id,
    },
    ...ledgerOf([userId]),
    {
      title: 'Mails',
      table: mails,
      columns: getTableColumns(mails),
      where: eq(mails.user_id, userId),
      order: mails.created_at,
    },
    {
      title: 'Addresses to which no mail goes',
      table: mailBlocks,
      columns: getTableColumns(mailBlocks),
      where: eq(mailBlocks.user_id, userId),
      order: mailBlocks.address,
    },
    {
      title: 'Links in mails that still hold',
      table: linkTokens,
      columns: omit(linkTokens, 'token_hash'),
      where: eq(linkTokens.user_id, userId),
      order: linkTokens.created_at,
    },
    {
      title: 'Sessions',
      table: sessions,
      columns: omit(sessions, 'id', 'counted'),
      where: eq(sessions.user_id, userId),
      order: sessions.created_at,
    },
    {
      title: 'Passkeys',
      table: passkeys,
      columns: omit(passkeys, 'id', 'user_id', 'credential_id', 'public_key', 'counter'),
      where: eq(passkeys.user_id, userId),
      order: passkeys.created_at,
    },
    {
      title: 'Authenticator app',
      table: totpFactors,
      columns: { confirmed_at: totpFactors.confirmed_at },
      where: eq(totpFactors.user_id, userId),
      order: totpFactors.user_id,
    },
    {
      title: 'Recovery codes',
      table: recoveryCodes,
      columns: { place: recoveryCodes.place, used_at: recoveryCodes.used_at },
      where: eq(recoveryCodes.user_id, userId),
      order: recoveryCodes.place,
    },
    {
      title: 'Counters of sign-ins and other acts',
      table: throttleCounters,
      columns: omit(throttleCounters, 'bucket'),
      where: eq(throttleCounters.user_id, userId),
      order: throttleCounters.window_ends_at,
    },
    {
      title: 'Keys of what was sent in the last 24 hours',
      table: idempotencyKeys,
      // What an administrator was answered is about others, and what is kept about a client stands in other sections.
      columns: omit(idempotencyKeys, 'body_hash', 'answer', 'accounts'),
      where: eq(idempotencyKeys.user_id, userId),
      order: idempotencyKeys.created_at,
    },
    {
      title: 'Recent activity',
      table: activities,
      columns: getTableColumns(activities),
      where: eq(activities.user_id, userId),
      order: activities.id,
    },
    {
      title: 'Support tickets, as last copied from the helpdesk',
      table: helpdeskTickets,
      columns: omit(helpdeskTickets, 'description_start', 'has_new_answer', 'search_text'),
      where: sql`${helpdeskTickets.id} in ${ofTicketsOf}`,
      order: helpdeskTickets.id,
      rowsPerPage: LONG_ROWS_PER_PAGE,
    },
    {
      title: 'Entries of the conversations that were opened in the portal',
      table: helpdeskEntries,
      columns: getTableColumns(helpdeskEntries),
      where: sql`${helpdeskEntries.ticket_id} in ${ofTicketsOf}`,
      order: helpdeskEntries.id,
      rowsPerPage: LONG_ROWS_PER_PAGE,
    },
    {
      title: 'Messages on their way to the helpdesk',
      table: helpdeskMessages,
      columns: omit(helpdeskMessages, 'body_hash'),
      where: eq(helpdeskMessages.user_id, userId),
      order: helpdeskMessages.id,
      rowsPerPage: LONG_ROWS_PER_PAGE,
    },
    auditOf([userId]),
  ];
};

const retainedOf = (owNumber: string) =>
  sql`upper(${retainedInvoices.buyer} ->> 'owNumber') = upper(${owNumber})`;

/** The retained records of deleted accounts (D11). */
const sectionsOfDeleted = (owNumber: string, userIds: number[]): Section[] => [
  {
    title: 'Retained invoices of a deleted account',
    table: retainedInvoices,
    columns: getTableColumns(retainedInvoices),
    where: retainedOf(owNumber),
    order: retainedInvoices.id,
  },
  filesOf(sql`select ${retainedInvoices.id} from ${retainedInvoices} where ${retainedOf(owNumber)}`),
  {
    title: 'Retained credit notes of a deleted account',
    table: retainedCreditNotes,
    columns: getTableColumns(retainedCreditNotes),
    where: sql`upper(${retainedCreditNotes.buyer} ->> 'owNumber') = upper(${owNumber})`,
    order: retainedCreditNotes.id,
  },
  ...ledgerOf(userIds).map((section) => ({ ...section, title: `${section.title}, of a deleted account` })),
  { ...auditOf(userIds), title: 'Audit log, of a deleted account' },
];

/** Every table that is read for a person. */
export const TABLES_READ: ReadonlySet<PgTable> = new Set([
  ...[...sectionsOfAccount(0), ...sectionsOfDeleted('', [0])].map(({ table }) => table),
  entryNotes,
]);

const readSection = async (
  db: Pick<AwsDataApiPgDatabase, 'select'>,
  { title, table, columns, where, order, rowsPerPage = ROWS_PER_PAGE }: Section,
): Promise<DataSection> => {
  const rows: Record<string, unknown>[] = [];
  for (;;) {
    const page = await db
      .select(columns)
      .from(table)
      .where(where)
      .orderBy(asc(order))
      .limit(rowsPerPage)
      .offset(rows.length);
    rows.push(...page);
    if (page.length < rowsPerPage) {
      return { title, rows };
    }
  }
};

export const makeDataSubjectStore = (db: AwsDataApiPgDatabase): DataSubjectStore => ({
  readAllOf: (owNumber, operator) =>
    // One snapshot, so that the sections agree with each other.
    db.transaction(
      async (transaction) => {
        const [account] = await transaction
          .select({ userId: users.User_Id })
          .from(users)
          .where(sql`upper(${users.OWNumber}) = upper(${owNumber})`);
        // Only the buyer of an invoice still has the OW number of a deleted account.
        const retained = await transaction
          .selectDistinct({ userId: ledgerEntries.user_id })
          .from(retainedInvoices)
          .innerJoin(ledgerEntries, eq(ledgerEntries.invoice_id, retainedInvoices.id))
          .where(retainedOf(owNumber));
        const deletedIds = retained.map(({ userId }) => userId);
        const userIds = account ? [account.userId, ...deletedIds] : deletedIds;
        if (userIds.length === 0) {
          return undefined;
        }

        await transaction.execute(
          insertAuditRows(
            { actorId: null, action: ACTION, address: 'terminal' },
            {
              record: sql`'user ' || id`,
              from: sql`unnest(string_to_array(${userIds.join(',')}, ',')) as id`,
              changes: sql`jsonb_build_object('operator', ${operator}::text)`,
            },
          ),
        );
        const sections = [
          ...(account ? sectionsOfAccount(account.userId) : []),
          ...(deletedIds.length > 0 ? sectionsOfDeleted(owNumber, deletedIds) : []),
        ];
        const found: DataSection[] = [];
        for (const section of sections) {
          found.push(await readSection(transaction, section));
        }

        return found;
      },
      { isolationLevel: 'repeatable read' },
    ),
});
