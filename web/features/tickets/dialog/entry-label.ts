import type { ConversationEntry } from '#shared/contract/tickets.ts';
import { formatDateTime } from '#shared/dates.ts';

type Said = Pick<ConversationEntry, 'author' | 'created_at'>;

export const NOT_FROM_US = 'Not from us';

/** The name of the author; anybody but our agents and the client is never called either (D19). */
export const nameAuthor = ({ author: { kind, name } }: Pick<Said, 'author'>): string =>
  kind === 'agent' ? 'Support Agent' : kind === 'client' ? 'You' : (name ?? 'Somebody else');

/** The author and time of an entry: 'Support Agent, Nov 20, 2026 14:05'. */
export const labelEntry = (entry: Said): string => {
  const who = entry.author.kind === 'other' ? `${NOT_FROM_US}, ${nameAuthor(entry)}` : nameAuthor(entry);

  return `${who}, ${formatDateTime(entry.created_at)}`;
};
