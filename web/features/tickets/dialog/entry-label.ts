import type { ConversationEntry } from '#shared/contract/tickets.ts';
import { formatDateTime } from '#shared/dates.ts';

type Said = Pick<ConversationEntry, 'incoming' | 'created_at'>;

export const authorOf = ({ incoming }: Pick<Said, 'incoming'>): string =>
  incoming ? 'Support Agent' : 'You';

/** The author and time of an entry: 'Support Agent, Nov 20, 2026 14:05'. */
export const labelEntry = (entry: Said): string => `${authorOf(entry)}, ${formatDateTime(entry.created_at)}`;
