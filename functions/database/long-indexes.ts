/**
 * An index on a table that grows without end. Building it takes longer than a migration may block the table's
 * writers.
 */
export interface LongIndex {
  name: string;
  /** The part of its definition after `on`. */
  on: string;
}

/**
 * Built after the migrations, outside their transaction and without blocking writes. A new index on a long table is
 * added here and to the schema, and its statement is removed from the migration that drizzle generates.
 */
export const longIndexes: readonly LongIndex[] = [
  { name: 'audit_log_at', on: 'audit_log using btree (at)' },
  { name: 'audit_log_record', on: 'audit_log using btree (record, id)' },
  {
    name: 'invoices_open',
    on: "invoices using btree (user_id, due_date, total_amount) where status = 'pending'",
  },
  {
    name: 'invoices_issued',
    on: "invoices using btree (created_at, total_amount) where status <> 'void'",
  },
  { name: 'helpdesk_tickets_answered', on: 'helpdesk_tickets using btree (id) where has_new_answer' },
  { name: 'helpdesk_tickets_open', on: 'helpdesk_tickets using btree (status) where status in (2, 3)' },
  { name: 'invoices_total', on: "invoices using btree (total_amount, (status = 'pending'), id)" },
  {
    name: 'helpdesk_tickets_subject_trgm',
    on: "helpdesk_tickets using gin (lower(ticket ->> 'subject') gin_trgm_ops)",
  },
  {
    name: 'ledger_items_age',
    on: 'ledger_items using btree (age_date, user_id) where due > 0 and not is_retained',
  },
];
