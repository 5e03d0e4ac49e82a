import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { helpdeskMessages } from '#functions/database/schema/tickets.ts';

const ticketText = z.object({
  subject: z.string(),
  description: z.string(),
  priority: z.number(),
  department: z.number().optional(),
  tags: z.array(z.string()),
});
export const replyText = z.object({ body: z.string() });

/** What was written; undefined once it was delivered. */
export const readText = (kind: string, payload: unknown) => {
  if (payload === null) return undefined;

  return kind === 'ticket'
    ? { kind: 'ticket' as const, payload: ticketText.parse(payload) }
    : { kind: 'reply' as const, payload: replyText.parse(payload) };
};

export const instantOf = (date: Date) => sql`${date.toISOString()}::timestamptz`;
export const readInstant = (expression: SQL) =>
  sql<string | null>`${expression}`.mapWith(helpdeskMessages.created_at);
