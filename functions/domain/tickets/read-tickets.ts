import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { HelpdeskCopyStore } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import type { SupportFigures, TicketStore } from '#functions/ports/database/tickets/ticket-store.ts';
import type { HelpdeskGroup } from '#functions/ports/helpdesk.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import { BROADBAND_UNIT_NAME } from '#shared/brand.ts';
import { TICKETS_MAX } from '#shared/contract/limits.ts';
import type { SupportGroup, SupportStatus, Ticket } from '#shared/contract/tickets.ts';
import { ticketNotFound, toTicket } from './ticket-answers.ts';

/**
 * Time for which an outage is shown. Each copy run notes how it met the helpdesk, so an outage that was not noted again
 * is over.
 */
const OUTAGE_SHOWN_MS = 5 * 60_000;

type Settings = Pick<SupportSettings, 'isOn'>;

export const listTickets = async (
  {
    database,
    supportSettings,
  }: { database: { tickets: Pick<TicketStore, 'listOf'> }; supportSettings: Settings },
  client: SessionUser,
): Promise<Ticket[]> => {
  if (!supportSettings.isOn) {
    return [];
  }
  const stored = await database.tickets.listOf(client.userId, TICKETS_MAX);

  return stored.map(toTicket);
};

/** Reads the client's ticket. Another client's ticket answers "not found", like one that does not exist (D4). */
export const readTicket = async (
  tickets: Pick<TicketStore, 'find'>,
  client: SessionUser,
  ticketId: number,
): Promise<Ticket> => {
  const stored = await tickets.find(client.userId, ticketId);
  if (!stored) {
    throw ticketNotFound();
  }

  return toTicket(stored);
};

const OFFERED = ['Administration', 'Billing', 'Hosting Support', 'Resellers', BROADBAND_UNIT_NAME].map(
  (name) => name.toLowerCase(),
);

/**
 * Returns the groups that a client may write to: those whose name contains one of the specification's names (section
 * 5).
 */
export const offeredGroups = (groups: readonly HelpdeskGroup[]): HelpdeskGroup[] =>
  groups.filter(({ name }) => OFFERED.some((offered) => name.toLowerCase().includes(offered)));

export const listGroups = async ({
  database,
  supportSettings,
}: {
  database: { helpdeskCopy: Pick<HelpdeskCopyStore, 'listGroups'> };
  supportSettings: Settings;
}): Promise<SupportGroup[]> =>
  supportSettings.isOn ? offeredGroups(await database.helpdeskCopy.listGroups()) : [];

const OFF: SupportStatus = {
  state: 'off',
  fetchedAt: null,
  total: 0,
  open: 0,
  averageFirstResponseMinutes: null,
};

const isDown = ({ helpdesk }: Pick<SupportFigures, 'helpdesk'>, now: Date): boolean =>
  helpdesk?.state === 'Down' && now.getTime() - Date.parse(helpdesk.checkedAt) <= OUTAGE_SHOWN_MS;

export const readSupportStatus = async (
  {
    database,
    supportSettings,
  }: { database: { tickets: Pick<TicketStore, 'readFigures'> }; supportSettings: Settings },
  client: SessionUser,
  now: Date,
): Promise<SupportStatus> => {
  if (!supportSettings.isOn) {
    return OFF;
  }
  const { helpdesk, refreshedAt, ...figures } = await database.tickets.readFigures(client.userId);

  return { state: isDown({ helpdesk }, now) ? 'down' : 'ok', fetchedAt: refreshedAt, ...figures };
};
