import { readStoredDraft } from '../../../lib/stored-drafts.ts';

/** The name under which what is typed as a reply is kept. */
export const replyDraft = (ticketId: number): string => `reply-${ticketId}`;

const hasBody = (draft: unknown): draft is { body: unknown } =>
  typeof draft === 'object' && draft !== null && 'body' in draft;

/** What was typed and not sent; empty if there is nothing. */
export const readReplyDraft = (userId: number, ticketId: number): string => {
  const draft = readStoredDraft(userId, replyDraft(ticketId));

  return hasBody(draft) && typeof draft.body === 'string' ? draft.body : '';
};
