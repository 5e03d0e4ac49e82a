import { eq, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { helpdeskEntries, helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import type { MessageStore } from '#functions/ports/database/tickets/message-store.ts';
import { BY_CLIENT, SENT, toSending } from '#functions/ports/database/tickets/stored-ticket.ts';
import { escapeLines } from '#shared/text/escape-html.ts';
import { ticketOfReply } from './helpdesk-jobs.ts';
import { storedAttachments } from './helpdesk-rows.ts';
import { replyText } from './stored-message.ts';
import { isJobOfMessage } from './ticket-counts.ts';

/** Reads a client's reply, delivered or not. */
export const makeStoredReplies = (db: Connection): Pick<MessageStore, 'findReply'> => ({
  findReply: async (userId, messageId) => {
    const [row] = await db
      .select({
        id: helpdeskMessages.id,
        payload: helpdeskMessages.payload,
        helpdeskId: helpdeskMessages.helpdesk_id,
        createdAt: helpdeskMessages.created_at,
        isUncertain: sql<boolean>`${helpdeskMessages.uncertain_since} is not null`,
        ticketId: sql<number>`coalesce(${ticketOfReply}, -${helpdeskMessages.parent_id})`,
        state: jobs.state,
        error: jobs.error,
        entry: {
          bodyHtml: helpdeskEntries.body,
          bodyText: helpdeskEntries.body_text,
          attachments: helpdeskEntries.attachments,
          createdAt: helpdeskEntries.created_at,
        },
      })
      .from(helpdeskMessages)
      .leftJoin(jobs, isJobOfMessage)
      .leftJoin(helpdeskEntries, eq(helpdeskEntries.id, helpdeskMessages.helpdesk_id))
      .where(
        sql`${helpdeskMessages.id} = ${messageId} and ${helpdeskMessages.user_id} = ${userId} and ${helpdeskMessages.kind} = 'reply'`,
      );
    if (!row) {
      return undefined;
    }

    const { ticketId, helpdeskId, entry } = row;
    if (helpdeskId !== null) {
      return entry
        ? {
            ticketId,
            entry: {
              ...entry,
              ...BY_CLIENT,
              id: helpdeskId,
              attachments: storedAttachments.parse(entry.attachments),
              sending: SENT,
            },
          }
        : undefined;
    }

    const { body } = replyText.parse(row.payload);
    return {
      ticketId,
      entry: {
        ...BY_CLIENT,
        id: -row.id,
        bodyHtml: escapeLines(body),
        bodyText: body,
        createdAt: row.createdAt,
        attachments: [],
        sending: toSending(row),
      },
    };
  },
});
