import { listPictureAddresses } from '#functions/documents/ticket-pictures.ts';
import type { Helpdesk, HelpdeskAttachment } from '#functions/ports/helpdesk.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { ResponseOf } from '#shared/contract/index.ts';
import { ATTACHMENT_BYTES_MAX } from '#shared/contract/limits.ts';
import { AppError } from '#shared/errors.ts';
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
  type ReadStores,
  type TicketAtHelpdesk,
  toUnavailable,
} from './own-ticket.ts';

type File = ResponseOf<'tickets.attachment'>;

const fileNotFound = () => new AppError('not_found', 'File not found');

/** A text of a ticket, with the files that were sent with it. */
interface Message {
  html: string;
  attachments: readonly HelpdeskAttachment[];
}

/** The place of a file: one of Freshdesk's attachments, or the address of a picture inside a text. */
type Found = HelpdeskAttachment | { address: string };

/** Finds the file or picture with this id in the messages that the client sees; undefined if there is none. */
const findFile = (
  helpdesk: Pick<Helpdesk, 'mayFetch'>,
  messages: readonly Message[],
  attachmentId: number,
): Found | undefined => {
  const attachment = messages.flatMap(({ attachments }) => attachments).find(({ id }) => id === attachmentId);
  if (attachment) {
    return attachment;
  }

  const address = messages
    .flatMap(({ html }) => listPictureAddresses(html, attachmentId))
    .find((picture) => helpdesk.mayFetch(picture));

  return address === undefined ? undefined : { address };
};

const findInTicket = async (
  helpdesk: Helpdesk,
  own: TicketAtHelpdesk,
  attachmentId: number,
): Promise<Found> => {
  const ticket = await findOwnTicket(helpdesk, own);
  const described = { html: ticket.descriptionHtml, attachments: ticket.attachments };
  const inDescription = findFile(helpdesk, [described], attachmentId);
  if (inDescription) {
    return inDescription;
  }

  const { entries, missing } = (await helpdesk.listEntries(own.ticketId, own.contactId)) ?? {
    entries: [],
  };
  const said = entries.map(({ bodyHtml, attachments }) => ({ html: bodyHtml, attachments }));
  const inConversation = findFile(helpdesk, said, attachmentId);
  if (inConversation) {
    return inConversation;
  }

  throw missing ?? fileNotFound();
};

/** Fetches the bytes with a separate time limit, because a slow download says nothing about the helpdesk (D21). */
const answerFile = async (helpdesk: Pick<Helpdesk, 'fetchAttachment'>, found: Found): Promise<File> => {
  const { address } = found;
  if (address === undefined) {
    throw fileNotFound();
  }
  if (!('sizeBytes' in found) || found.sizeBytes > ATTACHMENT_BYTES_MAX) {
    return { location: new URL(address).href };
  }
  const bytes = await helpdesk.fetchAttachment(address, ATTACHMENT_BYTES_MAX);
  if (!bytes) {
    throw fileNotFound();
  }

  return { fileName: found.name, bytes };
};

/** Reads a file of the client's ticket. The browser itself fetches a large file, or a picture inside a text. */
export const readAttachment = async (
  {
    database,
    helpdesk,
    supportSettings,
  }: {
    database: ReadStores & OutagePorts['database'];
    helpdesk: Helpdesk | undefined;
    supportSettings: Pick<SupportSettings, 'shares'>;
  },
  client: Client,
  { ticketId, attachmentId }: { ticketId: number; attachmentId: number },
  now: Date,
): Promise<File> => {
  if (!helpdesk) {
    throw helpdeskOff();
  }
  const own = await openToRead(database, supportSettings, client, ticketId, now);
  const { atHelpdesk, isHelpdeskSuspect } = own;
  if (!atHelpdesk) {
    throw fileNotFound();
  }
  const away = whyNotToCall(own, now);
  if (away) {
    throw away;
  }

  const inTime = helpdesk.within(HELPDESK_CALLS_MS);
  const ticket = { kind: 'ticket', id: atHelpdesk.ticketId, isSuspect: isHelpdeskSuspect } as const;
  try {
    const found = await callAbout({ database, helpdesk: inTime }, ticket, now, () =>
      findInTicket(inTime, atHelpdesk, attachmentId),
    );

    return await answerFile(helpdesk, found);
  } catch (error) {
    throw toUnavailable(error);
  }
};
