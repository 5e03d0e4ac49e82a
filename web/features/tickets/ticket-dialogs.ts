import { LifeBuoy, TicketPlus } from 'lucide-react';
import type { DialogRow, DialogTable } from '../../lib/address/dialogs.ts';
import { readBeginning } from './ticket-beginning.ts';

/** Reads the id of a ticket, which is negative if it waits to be sent. */
const readTicketId = (text: string): number | undefined =>
  /^-?[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** The dialogs of a client's tickets. The screen loads the new one, which may begin with a service or an offer. */
export const TICKET_DIALOGS: DialogTable<'ticket.view'> & Record<'ticket.new', Omit<DialogRow, 'load'>> = {
  'ticket.view': {
    over: 'page',
    at: { section: 'support' },
    label: 'Ticket',
    icon: LifeBuoy,
    size: 'wide',
    isKept: true,
    readSubject: readTicketId,
    load: async () => (await import('./dialog/ticket-dialog.tsx')).TicketDialog,
  },
  'ticket.new': {
    over: 'page',
    at: { section: 'support' },
    label: 'Create Ticket',
    icon: TicketPlus,
    readSubject: readBeginning,
  },
};
