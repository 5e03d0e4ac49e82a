import type { QueryClient } from '@tanstack/react-query';
import { isConflict } from '../../../lib/api-error.ts';
import { conversationQuery } from './read-ticket-conversation.ts';

/** After a 409 reads the conversation again, which no other write makes out of date. */
export const readAfterConflict = (queryClient: QueryClient, ticketId: number, error: Error): void => {
  if (isConflict(error)) {
    void queryClient.invalidateQueries(conversationQuery(ticketId));
  }
};
