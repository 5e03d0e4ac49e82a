import type { ConversationStore, OwnTicket } from '#functions/ports/database/tickets/conversation-store.ts';
import type {
  AuthoredEntry,
  HelpdeskCopyStore,
} from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import type { ArrivedMessage, MessageStore } from '#functions/ports/database/tickets/message-store.ts';
import { SENT, type StoredEntry } from '#functions/ports/database/tickets/stored-ticket.ts';
import { type EntryAuthor, type Helpdesk, HelpdeskError } from '#functions/ports/helpdesk.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { ConversationEntry } from '#shared/contract/tickets.ts';
import { cleanEntries } from './copied-html.ts';
import { findArrivedReplies } from './earlier-tries.ts';
import { findAuthors } from './entry-authors.ts';
import {
  callAbout,
  HELPDESK_CALLS_MS,
  helpdeskOff,
  type OutagePorts,
  whyNotToCall,
} from './helpdesk-outage.ts';
import {
  type Client,
  findOwnTicket,
  openToRead,
  type TicketAtHelpdesk,
  toUnavailable,
} from './own-ticket.ts';
import { ticketNotFound, toEntry } from './ticket-answers.ts';

/** Below the 6 MB that a Lambda may answer. */
const ANSWER_BYTES_MAX = 5_000_000;

const EARLIER_LEFT_OUT = '<p><em>The earlier messages are left out.</em></p>';
const LATER_LEFT_OUT = '<p><em>The later messages are left out.</em></p>';

/** Entries as far as they are known, and which others are left out. */
interface KnownEntries {
  entries: StoredEntry[];
  leftOut?: 'earlier' | 'later' | undefined;
}

/** Says in the entry beside them that others are left out (D20). */
const sayLeftOut = (entries: ConversationEntry[], leftOut: KnownEntries['leftOut']): ConversationEntry[] => {
  const beside = leftOut === 'later' ? entries.findLastIndex(({ delivery }) => delivery === 'sent') : 0;

  return entries.map((entry, place) =>
    leftOut === undefined || place !== beside
      ? entry
      : {
          ...entry,
          body: leftOut === 'earlier' ? EARLIER_LEFT_OUT + entry.body : entry.body + LATER_LEFT_OUT,
        },
  );
};

const encoder = new TextEncoder();
const countBytes = (entry: ConversationEntry): number => encoder.encode(JSON.stringify(entry)).length;

/** Returns the newest entries, as many as fit into one answer. */
const keepNewest = (entries: ConversationEntry[]): ConversationEntry[] => {
  let bytes = 0;
  const tooOld = entries.findLastIndex((entry) => {
    bytes += countBytes(entry);

    return bytes > ANSWER_BYTES_MAX;
  });

  return tooOld === -1 ? entries : sayLeftOut(entries.slice(tooOld + 1), 'earlier');
};

/**
 * Returns the replies to show after the entries that the helpdesk listed: those that were waiting when the conversation
 * was opened. A reply that arrived in between is shown once, and not lost.
 */
const placeReplies = async (
  conversations: Pick<ConversationStore, 'findReplyStates'>,
  listed: readonly StoredEntry[],
  replies: readonly StoredEntry[],
): Promise<StoredEntry[]> => {
  if (replies.length === 0) {
    return [];
  }
  const states = new Map(
    (await conversations.findReplyStates(replies.map(({ id }) => id))).map(({ id, helpdeskId }) => [
      id,
      helpdeskId,
    ]),
  );

  return replies.flatMap((reply) => {
    const helpdeskId = states.get(reply.id);
    if (helpdeskId === undefined) {
      return [];
    }
    if (helpdeskId === null) {
      return [reply];
    }

    return listed.some(({ id }) => id === helpdeskId) ? [] : [{ ...reply, id: helpdeskId, sending: SENT }];
  });
};

/** Logs a failure although the answer is a success. */
type Report = (failure: unknown) => void;

interface EntryStores {
  helpdeskCopy: Pick<HelpdeskCopyStore, 'keepEntries' | 'noteAgents'>;
  messages: Pick<MessageStore, 'lockWriters' | 'takeArrived'>;
}

interface ConversationPorts {
  database: Pick<EntryStores, 'helpdeskCopy'> &
    OutagePorts['database'] & {
      conversations: Pick<ConversationStore, 'open' | 'listKept' | 'listAuthors' | 'findReplyStates'>;
      transaction<T>(run: (database: EntryStores) => Promise<T>): Promise<T>;
    };
  helpdesk: Helpdesk | undefined;
  supportSettings: Pick<SupportSettings, 'shares'>;
}

const listKept = async (
  conversations: Pick<ConversationStore, 'listKept'>,
  ticketId: number,
): Promise<KnownEntries> => {
  const { entries, isWhole } = await conversations.listKept(ticketId);

  return { entries, leftOut: isWhole ? undefined : 'earlier' };
};

/**
 * Returns the entries that are known without the helpdesk. If there are none, the conversation counts as never read and
 * this throws, because nobody can say if somebody has answered since.
 */
const readKept = async (
  { conversations }: ConversationPorts['database'],
  { ticketId, replies }: { ticketId: number; replies: StoredEntry[] },
  error: unknown,
): Promise<KnownEntries> => {
  const kept = await listKept(conversations, ticketId);
  const entries = [...kept.entries, ...replies];
  if (entries.length === 0) {
    throw toUnavailable(error);
  }

  return { ...kept, entries };
};

type Listed = NonNullable<Awaited<ReturnType<Helpdesk['listEntries']>>>;

type AuthoredList = Omit<Listed, 'entries'> & { entries: AuthoredEntry[] };

const settledValue = <T>(settled: PromiseSettledResult<T>): T => {
  if (settled.status === 'rejected') {
    throw settled.reason;
  }

  return settled.value;
};

const NOT_FROM_US: EntryAuthor = { kind: 'other', name: null };

/** Stores a conversation as it was read. The client's replies that were found in it no longer wait. */
const keepEntries = async (
  { helpdeskCopy, transaction }: ConversationPorts['database'],
  ticketId: number,
  { entries, missing, hasMore }: AuthoredList,
  arrived: readonly ArrivedMessage[],
  now: Date,
): Promise<void> => {
  const isWhole = missing === undefined && !hasMore;
  if (arrived.length === 0) {
    return helpdeskCopy.keepEntries(ticketId, entries, isWhole);
  }

  await transaction(async (stores) => {
    await stores.messages.lockWriters(arrived.map(({ messageId }) => messageId));
    await stores.helpdeskCopy.keepEntries(ticketId, entries, isWhole);
    await stores.messages.takeArrived('reply', arrived, now);
  });
};

const readEntries = async (
  { database, helpdesk }: ConversationPorts & { helpdesk: Helpdesk },
  { ticketId, contactId }: TicketAtHelpdesk,
  own: OwnTicket,
  now: Date,
  report: Report,
): Promise<KnownEntries> => {
  const { replies, isHelpdeskSuspect, isCopyOld } = own;
  const away = whyNotToCall(own, now);
  if (away) {
    return readKept(database, { ticketId, replies }, away);
  }

  const inTime = helpdesk.within(HELPDESK_CALLS_MS);
  const ticket = { kind: 'ticket', id: ticketId, isSuspect: isHelpdeskSuspect } as const;
  try {
    const answer = await callAbout({ database, helpdesk: inTime }, ticket, now, async () => {
      // An old copy may not know yet that the ticket now belongs to somebody else (D18).
      if (isCopyOld) {
        await findOwnTicket(inTime, { ticketId, contactId });
      }

      const [read, known] = await Promise.allSettled([
        inTime.listEntries(ticketId, contactId),
        // In parallel, and awaited whatever the helpdesk answers: Lambda freezes work that is left after the answer.
        database.conversations.listAuthors(ticketId),
      ]);

      return { read: settledValue(read), known: settledValue(known) };
    });
    const { read, known } = answer;
    // The copy is kept, because a wrong address of the helpdesk also answers "not found".
    if (!read) {
      throw ticketNotFound();
    }
    const { missing, hasMore } = read;
    const { entries: authored, newAgentIds, failure } = await findAuthors(inTime, read.entries, known, now);
    const entries = cleanEntries(authored, ticketId);
    await Promise.all([
      keepEntries(database, ticketId, { ...read, entries }, findArrivedReplies(authored, own), now),
      newAgentIds.length > 0 && database.helpdeskCopy.noteAgents(newAgentIds, now),
    ]);
    for (const problem of [missing, failure]) {
      if (problem) {
        report(problem);
      }
    }
    // An earlier read may have got further than this one.
    const listed: KnownEntries = missing
      ? await listKept(database.conversations, ticketId)
      : {
          entries: entries.map(({ author = NOT_FROM_US, ...entry }) => ({ ...entry, author, sending: SENT })),
          leftOut: hasMore ? 'later' : undefined,
        };
    const placed = await placeReplies(database.conversations, listed.entries, replies);

    return { ...listed, entries: [...listed.entries, ...placed] };
  } catch (error) {
    if (!(error instanceof HelpdeskError)) {
      throw error;
    }
    const kept = await readKept(database, { ticketId, replies }, error);
    report(error);

    return kept;
  }
};

/** Leaves out the ids of tickets that are not the client's own (D4). */
const hideForeignTickets = async (
  conversations: Pick<ConversationStore, 'open'>,
  { userId }: Client,
  entries: ConversationEntry[],
  now: Date,
): Promise<ConversationEntry[]> =>
  Promise.all(
    entries.map(async (entry) => {
      const joinedId = entry.joined?.ticket_id;
      const isForeign = joinedId && !(await conversations.open(userId, joinedId, now))?.atHelpdesk;

      return isForeign ? { ...entry, joined: { ticket_id: null } } : entry;
    }),
  );

/** Reads the conversation of the client's ticket, oldest entry first, with the client's waiting replies at the end. */
export const readConversation = async (
  { database, helpdesk, supportSettings }: ConversationPorts,
  client: Client,
  ticketId: number,
  now: Date,
  report: Report = () => undefined,
): Promise<ConversationEntry[]> => {
  if (!helpdesk) {
    throw helpdeskOff();
  }
  const own = await openToRead(database, supportSettings, client, ticketId, now);
  const { atHelpdesk, replies } = own;
  const { entries, leftOut }: KnownEntries = atHelpdesk
    ? await readEntries({ database, helpdesk, supportSettings }, atHelpdesk, own, now, report)
    : { entries: replies };

  const all = entries.map((entry) => toEntry(entry, atHelpdesk?.ticketId ?? ticketId));
  const shown = keepNewest(sayLeftOut(all, leftOut));

  return hideForeignTickets(database.conversations, client, shown, now);
};
