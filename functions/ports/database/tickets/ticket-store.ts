import type { HealthState } from '#shared/contract/users.ts';
import type { StoredTicket } from './stored-ticket.ts';

/** What the support centre shows of itself. */
export interface SupportFigures {
  /** The helpdesk as it was last met; undefined before that. */
  helpdesk: { state: HealthState; checkedAt: string } | undefined;
  /** When our copy was last known to be whole. */
  refreshedAt: string | null;
  total: number;
  open: number;
  averageFirstResponseMinutes: number | null;
}

/** A client's tickets as they stand with us: those of our copy, and those that wait or have failed to be sent. */
export interface TicketStore {
  /** The newest, their descriptions cut to 2 KB and without attachments. */
  listOf(userId: number, limit: number): Promise<StoredTicket[]>;
  /** A whole ticket; by the negative id of a waiting row, too, which goes on answering once it was sent. */
  find(userId: number, ticketId: number): Promise<StoredTicket | undefined>;
  readFigures(userId: number): Promise<SupportFigures>;
}
