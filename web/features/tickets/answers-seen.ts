import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { TICKETS_MAX } from '#shared/contract/limits.ts';
import type { Ticket } from '#shared/contract/tickets.ts';
import { ofBrowser } from '../../lib/session/storage.ts';

/**
 * The answers that an account has seen in this browser, kept in it. All times are the helpdesk's, so that the
 * clock of the browser plays no part.
 */
export interface SeenAnswers {
  /** The newest answer when the account first saw its tickets here; older answers are never new. */
  since: string;
  /** The newest answer that was shown, for each ticket. */
  tickets: Record<string, string>;
}

export type Answered = Pick<Ticket, 'id' | 'agent_responded_at'>;

const keyOf = (userId: number) => `answers-seen:${userId}`;

const isSeenAnswers = (value: unknown): value is SeenAnswers =>
  typeof value === 'object' &&
  value !== null &&
  'since' in value &&
  typeof value.since === 'string' &&
  'tickets' in value &&
  typeof value.tickets === 'object' &&
  value.tickets !== null;

const parse = (text: string | null): SeenAnswers | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '');

    return isSeenAnswers(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const readText = (userId: number) => ofBrowser.read(keyOf(userId));

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('storage', listener);

  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
};

const write = (userId: number, seen: SeenAnswers) => {
  ofBrowser.write(keyOf(userId), JSON.stringify(seen));
  for (const listener of listeners) {
    listener();
  }
};

const newestOf = (times: readonly (string | null)[]): string =>
  times.reduce<string>((newest, time) => (time !== null && time > newest ? time : newest), '');

/** Remembers which answers existed when the account first saw its tickets in this browser. */
export const beginSeenAnswers = (userId: number, tickets: readonly Answered[]): void => {
  if (!parse(readText(userId))) {
    write(userId, { since: newestOf(tickets.map((ticket) => ticket.agent_responded_at)), tickets: {} });
  }
};

/** Remembers that the answers of a ticket up to this time were shown. */
export const rememberSeenAnswer = (userId: number, ticketId: number, times: (string | null)[]): void => {
  const seen = parse(readText(userId));
  const newest = newestOf([...times, seen?.tickets[ticketId] ?? null]);
  if (!seen || newest <= seen.since || newest === seen.tickets[ticketId]) {
    return;
  }

  // Ids are in ascending order here, so the oldest tickets are dropped.
  const tickets = Object.entries<string>({ ...seen.tickets, [ticketId]: newest }).slice(-TICKETS_MAX);
  write(userId, { ...seen, tickets: Object.fromEntries(tickets) });
};

/** True if the helpdesk has answered since the account last opened this ticket in this browser. */
export const isNewAnswer = (
  { id, agent_responded_at: answeredAt }: Answered,
  seen: SeenAnswers | undefined,
): boolean => seen !== undefined && answeredAt !== null && answeredAt > (seen.tickets[id] ?? seen.since);

/** Undefined until the account's tickets were shown in this browser. */
const useSeenAnswers = (userId: number): SeenAnswers | undefined => {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(userId),
    () => null,
  );

  return useMemo(() => parse(text), [text]);
};

/** Returns the function that says if a ticket has a new answer, as `isNewAnswer`, for the tickets that are shown. */
export const useIsNewAnswer = (userId: number, tickets: readonly Answered[]) => {
  const seen = useSeenAnswers(userId);
  useEffect(() => beginSeenAnswers(userId, tickets), [userId, tickets]);

  return useCallback((ticket: Answered): boolean => isNewAnswer(ticket, seen), [seen]);
};
