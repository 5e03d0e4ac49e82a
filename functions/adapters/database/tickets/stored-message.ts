import * as z from 'zod';

const ticketText = z.object({
  subject: z.string(),
  description: z.string(),
  priority: z.number(),
  department: z.number().optional(),
  tags: z.array(z.string()),
});
export const replyText = z.object({ body: z.string() });

/** Returns the written text; undefined once it was delivered. */
export const readText = (kind: string, payload: unknown) => {
  if (payload === null) {
    return undefined;
  }

  return kind === 'ticket'
    ? { kind: 'ticket' as const, payload: ticketText.parse(payload) }
    : { kind: 'reply' as const, payload: replyText.parse(payload) };
};
