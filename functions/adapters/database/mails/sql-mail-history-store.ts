import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { readJoined } from '#functions/adapters/database/sql/joined-rows.ts';
import { auditingReadOf } from '#functions/adapters/database/system/audited-reads.ts';
import { creditNotes, invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { MailHistoryStore } from '#functions/ports/database/mails/mail-history-store.ts';
import { MAIL_KINDS, MAIL_STATES } from '#shared/mails/mail-kinds.ts';

const columns = {
  id: mails.id,
  kind: mails.kind,
  subject: mails.subject,
  to: mails.recipient,
  state: mails.state,
  reason: mails.reason,
  createdAt: mails.created_at,
  sentAt: mails.sent_at,
};

const kind = z.enum(MAIL_KINDS);
const state = z.enum(MAIL_STATES);

export const makeMailHistoryStore = (db: Connection): MailHistoryStore => ({
  listOf: async (userId, limit, audit) => {
    const rows = await db
      .with(auditingReadOf(db, userId, audit))
      .select({ joined: columns })
      .from(users)
      .leftJoin(mails, eq(mails.user_id, users.User_Id))
      .where(eq(users.User_Id, userId))
      .orderBy(desc(mails.created_at), desc(mails.id))
      .limit(limit);

    return readJoined(rows, (row) => ({ ...row, kind: kind.parse(row.kind), state: state.parse(row.state) }));
  },

  find: async (mailId) => {
    const newest = alias(mails, 'newest');
    const [row] = await db
      .select({
        userId: mails.user_id,
        invoiceId: invoices.id,
        invoiceNumber: invoices.invoice_number,
        creditNoteId: creditNotes.id,
        creditNoteNumber: creditNotes.credit_note_number,
        newestId: newest.id,
        // A mail that waits for its PDF has no job yet.
        isWaiting: sql<boolean>`${newest.state} = 'waiting' or exists (select from ${jobs}
          where ${jobs.kind} = 'business-mail' and ${jobs.key} = ${newest.id}::text
            and ${jobs.state} in ('queued', 'running'))`,
      })
      .from(mails)
      .leftJoin(
        invoices,
        and(eq(mails.kind, 'invoice'), eq(invoices.id, sql`(${mails.about} ->> 'invoiceId')::int`)),
      )
      .leftJoin(
        creditNotes,
        and(eq(mails.kind, 'credit-note'), eq(creditNotes.id, sql`(${mails.about} ->> 'creditNoteId')::int`)),
      )
      .leftJoin(
        newest,
        and(eq(newest.user_id, mails.user_id), eq(newest.kind, mails.kind), eq(newest.about, mails.about)),
      )
      .where(and(eq(mails.id, mailId), isNotNull(mails.user_id)))
      .orderBy(desc(newest.created_at), desc(newest.id))
      .limit(1);
    if (!row) {
      return undefined;
    }

    const { userId, newestId, isWaiting } = row;
    const documentId = row.invoiceId ?? row.creditNoteId;
    const number = row.invoiceNumber ?? row.creditNoteNumber;
    if (userId === null || documentId === null || number === null || newestId === null) {
      return { document: undefined };
    }

    return {
      document: {
        userId,
        kind: row.invoiceId === null ? 'credit-note' : 'invoice',
        documentId,
        number,
        newest: { id: newestId, isWaiting },
      },
    };
  },

  unblock: async (userId) => {
    const lifted = db
      .$with('lifted', {})
      .as(sql`delete from ${mailBlocks} where ${mailBlocks.user_id} = ${userId}`);
    const [account] = await db
      .with(lifted)
      .select({ owNumber: users.OWNumber })
      .from(users)
      .where(eq(users.User_Id, userId));

    return account?.owNumber;
  },
});
