import type { CopyProgress, HelpdeskCopyStore } from '#functions/ports/database/helpdesk-copy-store.ts';
import type { ArrivedMessage } from '#functions/ports/database/message-store.ts';
import type { HelpdeskGroup, HelpdeskTicket } from '#functions/ports/helpdesk.ts';

export interface CopyState {
  progress: CopyProgress;
  /** Each place that a run noted, in order. */
  saved: CopyProgress[];
  lease: { token: string; until: Date } | undefined;
  tickets: Map<number, HelpdeskTicket>;
  unseen: Set<number>;
  groups: HelpdeskGroup[];
  groupsFetchedAt: Date | null;
  removedReadAt: Date | null;
  answeredAt: Date[];
  /** The keys of the messages that wait for the helpdesk to answer. */
  waiting: string[];
  /** The messages that readings took for delivered. */
  arrived: ArrivedMessage[];
}

export const makeCopyState = (): CopyState => ({
  progress: { copiedUntil: null, page: 1, isComplete: false },
  saved: [],
  lease: undefined,
  tickets: new Map(),
  unseen: new Set(),
  groups: [],
  groupsFetchedAt: null,
  removedReadAt: null,
  answeredAt: [],
  waiting: [],
  arrived: [],
});

/** The copy in memory, of a helpdesk where every contact is a client's. */
export const makeFakeHelpdeskCopy = (state: CopyState) => {
  const isHolder = (token: string) => state.lease?.token === token;
  const keep = (tickets: readonly HelpdeskTicket[]) => {
    for (const ticket of tickets) {
      const known = state.tickets.get(ticket.id);
      if (!known) state.unseen.add(ticket.id);
      if (!known || known.updatedAt <= ticket.updatedAt) state.tickets.set(ticket.id, ticket);
    }
  };

  return {
    beginRun: async ({ token, until, now }) => {
      if (state.lease && state.lease.until >= now) return undefined;
      state.lease = { token, until };
      const { progress, groupsFetchedAt, removedReadAt } = state;

      return { token, ...progress, groupsFetchedAt, removedReadAt };
    },
    saveProgress: async (token, progress) => {
      if (!isHolder(token)) return false;
      state.progress = progress;
      state.saved.push(progress);

      return true;
    },
    endRun: async (token) => {
      if (isHolder(token)) state.lease = undefined;
    },
    noteAnswer: async (now) => {
      state.answeredAt.push(now);

      return state.waiting.splice(0).map((key) => ({ kind: 'helpdesk-message', key }));
    },
    keepTickets: async (tickets) => {
      keep(tickets);
      for (const { id } of tickets) state.unseen.delete(id);
    },
    keepListed: async (tickets) => keep(tickets),
    listUnseen: async (limit) => [...state.unseen].toSorted((a, b) => b - a).slice(0, limit),
    markSeen: async (ticketId) => {
      state.unseen.delete(ticketId);
    },
    removeTickets: async (ticketIds) => {
      for (const id of ticketIds) {
        state.tickets.delete(id);
        state.unseen.delete(id);
      }
    },
    noteRemovedRead: async (now) => {
      state.removedReadAt = now;
    },
    keepGroups: async (groups, now) => {
      state.groups = [...groups];
      state.groupsFetchedAt = now;
    },
  } satisfies Partial<HelpdeskCopyStore>;
};
