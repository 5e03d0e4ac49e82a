import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { readOneRow } from '#functions/adapters/database/sql/one-row.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { splitRows } from '#functions/adapters/database/tickets/bounded-text.ts';
import {
  bankFiles,
  bankKnownLines,
  bankLines,
  bankProposals,
} from '#functions/database/schema/bank-tables.ts';
import type { BankFileStore, FileDay, NewBankLine } from '#functions/ports/database/bank/bank-file-store.ts';
import { decimalFromCents } from '#shared/money.ts';
import { decimalOrNull, toIdentityRow } from './recognise-lines.ts';

/** A request of the Data API is at most 4 MiB. */
const REQUEST_BYTES_MAX = 2 * 1024 * 1024;

const toLineRow = (line: NewBankLine, n: number) => ({
  ...toIdentityRow(line, n),
  description: line.description,
  state: line.state,
  payer: line.payer,
  perhaps: line.perhaps,
  perhaps_payment_id: line.perhapsPaymentId,
  same_as: line.sameAs,
  proposals: line.proposals,
});

const toDayRow = ({ movedCents, otherCents, feeCents, balanceCents, otherRows, ...day }: FileDay) => ({
  ...day,
  other_rows: otherRows,
  moved: decimalFromCents(movedCents),
  other: decimalFromCents(otherCents),
  fees: decimalFromCents(feeCents),
  balance: decimalOrNull(balanceCents),
});

export const addBankFile =
  (db: Connection): BankFileStore['addFile'] =>
  async ({ audit, ...file }) => {
    const added = db.$with('added').as(
      db
        .insert(bankFiles)
        .values({
          file_name: file.fileName,
          format: file.format,
          bank: file.bank,
          account: file.account,
          header: file.header,
          notes: file.notes,
          mapping: file.mapping,
          from_day: file.from,
          to_day: file.to,
          book_from: file.bookFrom,
          opening: decimalOrNull(file.openingCents),
          closing: decimalOrNull(file.closingCents),
          skipped: file.skipped,
          skipped_amount: decimalFromCents(file.skippedCents),
          fees: decimalFromCents(file.feeCents),
          duplicates: file.knownIds.length,
          duplicates_amount: decimalFromCents(file.duplicateCents),
          days: file.days.map(toDayRow),
          uploaded_by: audit.actorId,
        })
        .returning({ id: bankFiles.id }),
    );
    const known = db.$with('known', {}).as(sql`
      insert into ${bankKnownLines} (file_id, line_id)
      select added.id, value::bigint
      from added cross join jsonb_array_elements_text(${JSON.stringify(file.knownIds)}::jsonb)
      order by value::bigint`);
    const audited = db.$with('audited', {}).as(
      insertAuditRows(audit, {
        record: sql`'bank file ' || added.id`,
        changes: sql`${JSON.stringify(audit.changes)}::jsonb`,
        from: sql`added`,
      }),
    );

    return readOneRow(await db.with(added, known, audited).select({ id: added.id }).from(added)).id;
  };

export const addBankLines =
  (db: Connection): BankFileStore['addLines'] =>
  async (fileId, account, lines) => {
    for (const part of splitRows(lines.map(toLineRow), REQUEST_BYTES_MAX).filter(
      ({ length }) => length > 0,
    )) {
      await db.execute(sql`
        with brought as materialized (
          select nextval(pg_get_serial_sequence('bank_lines', 'id')) as id, brought.*
          from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as brought (
            n int, date date, description text, reference text, amount numeric, balance numeric, words text, place int,
            position int, same_as bigint, state text, payer text, perhaps text, perhaps_payment_id bigint, proposals jsonb)
        ), added as (
          insert into ${bankLines} (id, file_id, account, date, description, reference, amount, balance, words, place,
            position, same_as, state, payer, perhaps, perhaps_payment_id)
          select id, ${fileId}::int, ${account}, date, description, reference, amount, balance, words, place,
            position, same_as, state, payer, perhaps, perhaps_payment_id
          from brought order by n
        )
        insert into ${bankProposals} (line_id, place, user_id, payment_id, reasons, is_by_words)
        select brought.id, proposal.place, (proposal.value ->> 'userId')::int,
          (proposal.value ->> 'paymentId')::bigint, proposal.value -> 'reasons', (proposal.value ->> 'isByWords')::boolean
        from brought
        cross join jsonb_array_elements(brought.proposals) with ordinality as proposal (value, place)`);
    }
  };
