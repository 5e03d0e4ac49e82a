/** What each client may ask of the helpdesk, so that none takes the others' part. */
interface SupportShares {
  /** Calls that read a conversation or an attachment. */
  readsPerMinute: number;
  ticketsPerHour: number;
  repliesPerHour: number;
}

/** How the support centre is set up, for what calls no helpdesk. */
export interface SupportSettings {
  /** False where no helpdesk is configured. */
  isOn: boolean;
  shares: SupportShares;
  /** Tickets and replies that the portal sends in a minute, of all clients together. */
  writesPerMinute: number;
  /** Where an administrator opens the contact at the helpdesk. */
  contactUrl(contactId: number): string;
}
