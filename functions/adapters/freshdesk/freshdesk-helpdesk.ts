import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import { type Helpdesk, HelpdeskError, type HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { escapeLines } from '#shared/text/escape-html.ts';
import { OPEN, PORTAL } from '#shared/tickets/ticket-codes.ts';
import { fetchBytes, makeAddressCheck } from './attachment-addresses.ts';
import {
  concernsClient,
  entryAnswer,
  groupAnswer,
  personAnswer,
  ticketAnswer,
  toEntry,
  toTicket,
} from './freshdesk-answers.ts';
import {
  type ApiKey,
  type FreshdeskAccess,
  type FreshdeskPatience,
  makeApiKey,
  makeFreshdeskClient,
} from './freshdesk-client.ts';
import { makeContacts } from './freshdesk-contacts.ts';

const PAGE_SIZE = 100;
/** Longer conversations and lists of groups are cut here. */
const PAGES_MAX = 20;

interface FreshdeskSettings extends FreshdeskAccess {
  /** Separates this deployment's clients from those of another deployment at the same helpdesk. */
  idPrefix: string;
  /** The ticket fields of the account that clients may see (D34). */
  clientFields: readonly string[];
  /** The places of attachments' bytes: origins, with a path if the origin also holds files of others. */
  attachmentAddresses: readonly string[];
}

/** Formats a date to the second: Freshdesk accepts no fractions. */
const toInstant = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

/** Each row is parsed by itself, so that one odd row does not hide the others. */
const rows = z.array(z.unknown());

/**
 * Freshdesk as the helpdesk (https://developers.freshdesk.com/api/). Every answer is parsed, and every failure says
 * what is known of its outcome.
 */
export const makeFreshdesk = (
  readKey: ReadSecret,
  settings: FreshdeskSettings,
  patience: FreshdeskPatience,
): Helpdesk => makeHelpdesk(makeApiKey(readKey), settings, patience);

const makeHelpdesk = (apiKey: ApiKey, settings: FreshdeskSettings, patience: FreshdeskPatience): Helpdesk => {
  const freshdesk = makeFreshdeskClient(apiKey, settings, patience);
  const isFetchable = makeAddressCheck(settings.attachmentAddresses);
  const reading = { clientFields: settings.clientFields, isFetchable };

  const readTicket = (answer: z.output<typeof ticketAnswer> | undefined): HelpdeskTicket | undefined =>
    answer && !answer.deleted && !answer.spam ? toTicket(answer, reading) : undefined;

  /**
   * Reads the first pages of a list. If a later page fails, returns the pages before it with the error; undefined if
   * there is no such list.
   */
  const listAll = async <T>(
    path: string,
    schema: z.ZodType<T[]>,
  ): Promise<{ rows: T[]; hasMore: boolean; missing?: HelpdeskError } | undefined> => {
    const rows: T[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const query = { per_page: PAGE_SIZE, page };
      try {
        const answer = await freshdesk.list({ method: 'GET', path, query }, schema, [404]);
        if (!answer) {
          return undefined;
        }
        rows.push(...answer.rows);
        if (!answer.hasMore) {
          return { rows, hasMore: false };
        }
      } catch (error) {
        if (page === 1 || !(error instanceof HelpdeskError)) {
          throw error;
        }

        return { rows, hasMore: false, missing: error };
      }
    }

    return { rows, hasMore: true };
  };

  return {
    within: (totalMs) => {
      const endsAt = Date.now() + totalMs;

      return makeHelpdesk(apiKey, settings, {
        ...patience,
        timeLeftMs: () => Math.max(Math.min(endsAt - Date.now(), patience.timeLeftMs()), 1),
      });
    },

    ...makeContacts(freshdesk, settings.idPrefix),

    listTickets: async ({ updatedSince, page, contactId }) => {
      const query = {
        updated_since: toInstant(updatedSince),
        order_by: 'updated_at',
        order_type: 'asc',
        include: 'description,stats',
        per_page: PAGE_SIZE,
        page,
        ...(contactId !== undefined && { requester_id: contactId }),
      };
      const answer = await freshdesk.list({ method: 'GET', path: '/tickets', query }, rows);
      const parsed = (answer?.rows ?? []).map((row) => ticketAnswer.safeParse(row));

      return {
        tickets: parsed.flatMap(({ data }) => readTicket(data) ?? []),
        unreadable: parsed.filter(({ success }) => !success).length,
        hasMore: answer?.hasMore ?? false,
      };
    },

    listRemovedTickets: async (kind, { updatedSince, page }) => {
      const query = {
        filter: kind,
        updated_since: toInstant(updatedSince),
        order_by: 'updated_at',
        order_type: 'asc',
        per_page: PAGE_SIZE,
        page,
      };
      const answer = await freshdesk.list(
        { method: 'GET', path: '/tickets', query },
        z.array(ticketAnswer.pick({ id: true })),
      );

      return {
        ticketIds: (answer?.rows ?? []).map(({ id }) => id),
        hasMore: answer?.hasMore ?? false,
      };
    },

    findTicket: async (ticketId) =>
      readTicket(await freshdesk.ask({ method: 'GET', path: `/tickets/${ticketId}` }, ticketAnswer, [404])),

    listEntries: async (ticketId, contactId) => {
      const listed = await listAll(`/tickets/${ticketId}/conversations`, z.array(entryAnswer));
      if (!listed) {
        return undefined;
      }
      const { rows: answered, ...rest } = listed;
      // An entry that is added while the pages are read moves another to the next page, which then lists it again.
      const entries = new Map(answered.filter(concernsClient).map((entry) => [entry.id, entry]));

      return { entries: [...entries.values()].map((entry) => toEntry(entry, contactId, reading)), ...rest };
    },

    // A contact's view shows no agent, and an agent's no contact.
    describeAuthor: async (authorId) => {
      const read = (path: string) =>
        freshdesk.ask({ method: 'GET', path: `${path}/${authorId}` }, personAnswer, [404]);
      if (await read('/agents')) {
        return { kind: 'agent', name: null };
      }

      return { kind: 'other', name: (await read('/contacts'))?.name ?? null };
    },

    createTicket: async ({ contactId, subject, description, priority, groupId, tags }) =>
      toTicket(
        await freshdesk.get(
          {
            method: 'POST',
            path: '/tickets',
            body: {
              requester_id: contactId,
              subject,
              description: escapeLines(description),
              priority,
              status: OPEN,
              source: PORTAL,
              tags,
              ...(groupId !== undefined && { group_id: groupId }),
            },
          },
          ticketAnswer,
        ),
        reading,
      ),

    addReply: async ({ ticketId, contactId, body }) => {
      const answer = await freshdesk.ask(
        {
          method: 'POST',
          path: `/tickets/${ticketId}/notes`,
          body: { body: escapeLines(body), private: false, incoming: true, user_id: contactId },
        },
        entryAnswer,
        [404],
      );

      return answer && toEntry(answer, contactId, reading);
    },

    // Freshdesk answers 405 for a ticket that was deleted or marked as spam.
    setStatus: async (ticketId, status) =>
      readTicket(
        await freshdesk.ask(
          { method: 'PUT', path: `/tickets/${ticketId}`, body: { status } },
          ticketAnswer,
          [404, 405],
        ),
      ),

    listGroups: async () => {
      const { rows: groups, missing } = (await listAll('/groups', z.array(groupAnswer))) ?? { rows: [] };
      if (missing) {
        throw missing;
      }

      return groups;
    },

    mayFetch: isFetchable,

    fetchAttachment: async (address, bytesMax) =>
      isFetchable(address) ? fetchBytes(address, bytesMax, patience) : undefined,

    check: async () => {
      await freshdesk.get({ method: 'GET', path: '/agents/me' }, z.object({ id: z.number() }));
    },
  };
};
