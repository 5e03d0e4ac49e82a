import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { TABLES_READ } from '#functions/adapters/database/operations/sql-data-subject-store.ts';
import * as auth from '#functions/database/schema/auth-tables.ts';
import * as bank from '#functions/database/schema/bank-tables.ts';
import * as client from '#functions/database/schema/client-tables.ts';
import * as invoices from '#functions/database/schema/invoices-tables.ts';
import * as jobs from '#functions/database/schema/jobs-tables.ts';
import * as ledger from '#functions/database/schema/ledger-tables.ts';
import * as mails from '#functions/database/schema/mails-tables.ts';
import * as services from '#functions/database/schema/services-tables.ts';
import * as system from '#functions/database/schema/system-tables.ts';
import * as tickets from '#functions/database/schema/tickets-tables.ts';
import * as users from '#functions/database/schema/users-tables.ts';

/** Tables that say nothing about a person. */
const ABOUT_NOBODY: Record<string, string> = {
  bank_bookings: 'ids of lines and entries that are read themselves',
  bank_files: 'sums of a file, and which administrator read it',
  bank_known_lines: 'ids of files and of lines that are read themselves',
  book_closings: 'sums of a month, and which administrator closed it',
  debug_results: 'results of vendors',
  document_counters: 'the last number of a year',
  health: 'states of vendors',
  helpdesk_copy: 'progress of a job',
  jobs: 'ids of rows that are read themselves',
  mail_pace: 'the next free moment',
  purged_sums: 'sums without an account',
  unidentified_receipts: 'money of nobody, and of lines that are read themselves',
  used_challenges: 'hashes of random values',
  user_counts: 'sums',
  vat_report_documents: 'documents without names',
  vat_reports: 'sums',
};

it('every table of the schema is read for a data subject, or says nothing about a person', () => {
  const rooms = [auth, bank, client, invoices, jobs, ledger, mails, services, system, tickets, users];
  const tables = rooms
    .flatMap((room) => Object.values(room))
    .flatMap((value) => (is(value, PgTable) ? [value] : []));
  const unread = tables
    .filter((table) => !TABLES_READ.has(table))
    .map((table) => getTableConfig(table).name)
    .toSorted();

  expect(unread).toEqual(Object.keys(ABOUT_NOBODY));
});
