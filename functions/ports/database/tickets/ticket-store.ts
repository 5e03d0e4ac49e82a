import type { HealthState } from '#shared/contract/users.ts';
import type { StoredTicket } from './stored-ticket.ts';

/** The figures of the support centre. */
export interface SupportFigures {
  /** The helpdesk's state at the last contact with it; undefined before the first. */
  helpdesk: { state: HealthState; checkedAt: string } | undefined;
  /** When our copy was last known to be complete. */
  refreshedAt: string | null;
  total: number;
  open: number;
  averageFirstResponseMinutes: number | null;
}

/** A client's tickets as our database has them: those of our copy, and those that wait or could not be sent. */
export interface TicketStore {
  /** The newest tickets, without attachments and with descriptions cut to 2 KB. */
  listOf(userId: number, limit: number): Promise<StoredTicket[]>;
  /** A whole ticket, also by the negative id of a waiting row, which stays valid after it was sent. */
  find(userId: number, ticketId: number): Promise<StoredTicket | undefined>;
  readFigures(userId: number): Promise<SupportFigures>;
}
