import type { KnownAuthors } from '#functions/ports/database/tickets/conversation-store.ts';
import type { AuthoredEntry } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import {
  type EntryAuthor,
  type Helpdesk,
  type HelpdeskEntry,
  HelpdeskError,
} from '#functions/ports/helpdesk.ts';
import { foldLetters } from '#shared/text/search-form.ts';
import { withoutInvisible } from '#shared/text/text.ts';

/** Time after which an agent's record is read again, because agents leave. */
const AGENT_KNOWN_MS = 24 * 60 * 60_000;
/** Records read for one conversation; those of further authors are read with the next reading. */
const LOOKUPS_MAX = 10;
const NAME_LENGTH_MAX = 100;

export const BY_AGENT: EntryAuthor = { kind: 'agent', name: null };
const BY_CLIENT: EntryAuthor = { kind: 'client', name: null };

/** The screen's names for us and for the client. Nobody else is shown under them. */
const TAKEN_NAMES = /^(?:you|(?:our )?support(?: (?:agent|team))?)$/i;

/** Marks without a letter, and those beyond two on one letter. */
const STRAY_MARKS = /(?<![\p{L}\p{N}\p{M}])\p{Mn}+|(?<=\p{Mn}{2})\p{Mn}+/gu;

/** Returns a name that fits on a line; null if nothing of it can be read, or if it pretends to be ours. */
const readName = (name: string | null): string | null => {
  const readable = withoutInvisible((name ?? '').normalize('NFKC'))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Me}]+/gu, '')
    .replaceAll(STRAY_MARKS, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (readable === '' || TAKEN_NAMES.test(foldLetters(readable))) {
    return null;
  }

  return readable.slice(0, NAME_LENGTH_MAX).toWellFormed();
};

const findKnown = (
  { id, authorId, isIncoming, joinedTicketId, bodyText }: HelpdeskEntry,
  known: KnownAuthors,
  now: Date,
): EntryAuthor | undefined => {
  if (!isIncoming) {
    return BY_CLIENT;
  }
  // The note of a merge without its text was private, and nobody but agents writes private notes.
  if (joinedTicketId !== null && bodyText === '') {
    return BY_AGENT;
  }
  if (authorId === null) {
    return { kind: 'other', name: null };
  }
  const before = known.entries.find((entry) => entry.id === id);
  const isAgent = known.agents.some(
    (agent) => agent.id === authorId && agent.readAt.getTime() > now.getTime() - AGENT_KNOWN_MS,
  );
  if (before?.author.kind === 'agent' || isAgent) {
    return BY_AGENT;
  }

  return known.entries.find((entry) => entry.authorId === authorId && entry.author.kind === 'other')?.author;
};

/**
 * Says who wrote each entry (D19). An agent's entry stays an agent's, even if the agent has left. An author whose record
 * cannot be read is undefined, and read again with the next reading.
 */
export const findAuthors = async (
  helpdesk: Pick<Helpdesk, 'describeAuthor'>,
  entries: readonly HelpdeskEntry[],
  known: KnownAuthors,
  now: Date,
): Promise<{ entries: AuthoredEntry[]; newAgentIds: number[]; failure?: HelpdeskError }> => {
  const authored = entries.map((entry) => ({ ...entry, author: findKnown(entry, known, now) }));
  const unknown = new Set(
    authored.toReversed().flatMap(({ authorId, author }) => (author || authorId === null ? [] : [authorId])),
  );

  let failure: HelpdeskError | undefined;
  const read = new Map<number, EntryAuthor>();
  await Promise.all(
    [...unknown].slice(0, LOOKUPS_MAX).map(async (authorId) => {
      try {
        const { kind, name } = await helpdesk.describeAuthor(authorId);
        read.set(authorId, { kind, name: readName(name) });
      } catch (error) {
        if (!(error instanceof HelpdeskError)) {
          throw error;
        }
        failure = error;
      }
    }),
  );

  return {
    entries: authored.map((entry) => ({ ...entry, author: entry.author ?? read.get(entry.authorId ?? 0) })),
    newAgentIds: [...read].flatMap(([id, { kind }]) => (kind === 'agent' ? [id] : [])),
    ...(failure && { failure }),
  };
};
