import { listPictureAddresses } from '#functions/documents/ticket-pictures.ts';
import type { OwnTicket } from '#functions/ports/database/conversation-store.ts';
import type { HealthStore } from '#functions/ports/database/health-store.ts';
import type { SessionUser } from '#functions/ports/database/session-store.ts';
import type { Helpdesk, HelpdeskAttachment } from '#functions/ports/helpdesk.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { ResponseOf } from '#shared/contract/index.ts';
import { ATTACHMENT_BYTES_MAX } from '#shared/contract/limits.ts';
import { AppError } from '#shared/errors.ts';
import { openToRead, type ReadStores, toUnavailable } from './conversations.ts';
import { HELPDESK_CALLS_MS, helpdeskDown, helpdeskOff, noteOutage } from './helpdesk-outage.ts';
import { ticketNotFound } from './ticket-answers.ts';

type File = ResponseOf<'tickets.attachment'>;

const fileNotFound = () => new AppError('not_found', 'File not found');

/** A text of a ticket, with the files that were sent with it. */
interface Message {
  html: string;
  attachments: readonly HelpdeskAttachment[];
}

const answerAttachment = async (
  helpdesk: Pick<Helpdesk, 'fetchAttachment'>,
  { name, sizeBytes, address }: HelpdeskAttachment,
): Promise<File> => {
  if (address === undefined) throw fileNotFound();
  if (sizeBytes > ATTACHMENT_BYTES_MAX) return { location: address };
  const bytes = await helpdesk.fetchAttachment(address, ATTACHMENT_BYTES_MAX);
  if (!bytes) throw fileNotFound();

  return { fileName: name, bytes };
};

/** The file or picture of this id in what the client sees of the ticket; undefined if none of it has one. */
const findFile = async (
  helpdesk: Pick<Helpdesk, 'fetchAttachment' | 'mayFetch'>,
  messages: readonly Message[],
  attachmentId: number,
): Promise<File | undefined> => {
  const attachment = messages.flatMap(({ attachments }) => attachments).find(({ id }) => id === attachmentId);
  if (attachment) return answerAttachment(helpdesk, attachment);

  const location = messages
    .flatMap(({ html }) => listPictureAddresses(html, attachmentId))
    .find((address) => helpdesk.mayFetch(address));

  return location === undefined ? undefined : { location };
};

const findInTicket = async (
  helpdesk: Helpdesk,
  { ticketId, contactId }: NonNullable<OwnTicket['atHelpdesk']>,
  attachmentId: number,
): Promise<File> => {
  const ticket = await helpdesk.findTicket(ticketId);
  if (ticket?.contactId !== contactId) throw ticketNotFound();
  const described = { html: ticket.descriptionHtml, attachments: ticket.attachments };
  const inDescription = await findFile(helpdesk, [described], attachmentId);
  if (inDescription) return inDescription;

  const entries = (await helpdesk.listEntries(ticketId, contactId)) ?? [];
  const said = entries.map(({ bodyHtml, attachments }) => ({ html: bodyHtml, attachments }));
  const inConversation = await findFile(helpdesk, said, attachmentId);
  if (!inConversation) throw fileNotFound();

  return inConversation;
};

/** A file of the client's ticket; a large one, or a picture inside a text, is fetched by the browser itself. */
export const readAttachment = async (
  {
    database,
    helpdesk,
    supportSettings,
  }: {
    database: ReadStores & { health: Pick<HealthStore, 'save'> };
    helpdesk: Helpdesk | undefined;
    supportSettings: Pick<SupportSettings, 'shares'>;
  },
  client: Pick<SessionUser, 'userId'>,
  { ticketId, attachmentId }: { ticketId: number; attachmentId: number },
  now: Date,
): Promise<File> => {
  if (!helpdesk) throw helpdeskOff();
  const { atHelpdesk, isHelpdeskDown } = await openToRead(database, supportSettings, client, ticketId, now);
  if (!atHelpdesk) throw fileNotFound();
  if (isHelpdeskDown) throw helpdeskDown();

  try {
    return await findInTicket(helpdesk.within(HELPDESK_CALLS_MS), atHelpdesk, attachmentId);
  } catch (error) {
    await noteOutage(database.health, error, now);
    throw toUnavailable(error);
  }
};
