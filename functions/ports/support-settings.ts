/** Limits of the helpdesk calls and messages of one client, so that nobody uses up the others' share. */
interface SupportShares {
  /** Calls that read a conversation or an attachment. */
  readsPerMinute: number;
  /** Tickets and replies that the portal sends; more of them wait. */
  writesPerMinute: number;
  ticketsPerHour: number;
  repliesPerHour: number;
}

/** The settings of the support centre, for code that does not call the helpdesk. */
export interface SupportSettings {
  /** False where no helpdesk is configured. */
  isOn: boolean;
  shares: SupportShares;
  /** Address at which an administrator opens the contact at the helpdesk. */
  contactUrl(contactId: number): string;
}
