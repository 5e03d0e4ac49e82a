/** How many parts of one statement may insert, update or delete (ADR 32). */
const WRITING_PARTS_MAX = 3;

/** The statements that ADR 32 allows more parts, as the tables that these write, in their order. */
const EXCEPTIONS = [
  'sessions audit_log activities sessions',
  // The same with the factor that the sign-in used.
  'used_challenges passkeys sessions audit_log activities sessions',
  'totp_factors sessions audit_log activities sessions',
  'recovery_codes sessions audit_log activities sessions',
  'users sessions sessions audit_log activities',
  'throttle_counters throttle_counters throttle_counters audit_log',
  'throttle_counters throttle_counters throttle_counters throttle_counters audit_log',
  'document_counters invoices invoice_items billed_services ledger_entries jobs mails audit_log activities',
  // The same in a portal without mail.
  'document_counters invoices invoice_items billed_services ledger_entries jobs audit_log activities',
  'document_counters ledger_entries entry_notes credit_notes jobs mails audit_log activities',
  'document_counters ledger_entries entry_notes credit_notes jobs audit_log activities',
  // The missing note of an invoice that was voided has no entry.
  'document_counters credit_notes jobs mails audit_log activities',
  'document_counters credit_notes jobs audit_log activities',
  'ledger_entries entry_notes audit_log activities mails jobs',
  'ledger_entries entry_notes audit_log activities',
];

/** A function or trigger is no statement that writes, although its text has some. */
const WRITES_OR_READS = /^\s*(with|insert|update|delete|select)\b/i;

/** `do update` is the end of an insert, and `for update` locks. */
const WRITING_PART = /(?<!\b(?:do|for|key)\s+)\b(?:insert into|update|delete from)\s+"?(\w+)/gi;

/** Lists the table that each writing part of a statement writes. */
export const listWritingParts = (statement: string): string[] =>
  WRITES_OR_READS.test(statement) ? [...statement.matchAll(WRITING_PART)].map(([, table = '']) => table) : [];

/** Returns a sentence for a statement with more writing parts than ADR 32 allows. */
export const findCrowdedStatement = (statement: string): string | undefined => {
  const parts = listWritingParts(statement);
  const written = parts.join(' ');

  return parts.length <= WRITING_PARTS_MAX || EXCEPTIONS.includes(written)
    ? undefined
    : `A statement has ${parts.length} writing parts, and ADR 32 does not name it: ${written}`;
};
