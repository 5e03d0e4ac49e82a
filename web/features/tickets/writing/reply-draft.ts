import { readStoredDraft } from '../../../lib/forms/stored-drafts.ts';

/** Returns the name of the draft of a reply. */
export const replyDraft = (ticketId: number): string => `reply-${ticketId}`;

const hasBody = (draft: unknown): draft is { body: unknown } =>
  typeof draft === 'object' && draft !== null && 'body' in draft;

/** Returns the typed reply that was not sent; empty if there is none. */
export const readReplyDraft = (userId: number, ticketId: number): string => {
  const draft = readStoredDraft(userId, replyDraft(ticketId));

  return hasBody(draft) && typeof draft.body === 'string' ? draft.body : '';
};
