import { AppError, type ErrorCode } from '#shared/errors.ts';

/** The details of a client that the helpdesk shows. */
export interface ContactDetails {
  name: string;
  email: string;
  isEmailVerified: boolean;
}

/** A client as the helpdesk knows them. */
export interface HelpdeskClient extends ContactDetails {
  userId: number;
  /** Identifies the client's contact and no other's: the external id without the deployment's prefix (D18). */
  contactKey: string;
}

export interface HelpdeskAttachment {
  id: number;
  name: string;
  contentType: string;
  sizeBytes: number;
  /** Valid for a few minutes; undefined at a host that nothing may be fetched from. */
  address: string | undefined;
}

/** Statuses, priorities and sources are the helpdesk's codes (specification, section 4). */
export interface HelpdeskTicket {
  id: number;
  contactId: number;
  subject: string;
  /** As the helpdesk wrote it: not safe to show. */
  descriptionHtml: string;
  status: number;
  priority: number;
  source: number;
  type: string | null;
  groupId: number | null;
  tags: string[];
  /** Only fields that clients may see. */
  customFields: Record<string, string | number | boolean | null>;
  isEscalated: boolean;
  isUrgent: boolean;
  dueBy: string | null;
  /** Null while nobody has answered; undefined where the helpdesk did not say. */
  firstRespondedAt: string | null | undefined;
  /** The time of the last answer; null and undefined as above. */
  agentRespondedAt: string | null | undefined;
  createdAt: string;
  updatedAt: string;
  /** Only set when one ticket is read, never in a list. */
  attachments: HelpdeskAttachment[];
}

/** Who wrote an entry: an agent, the client, or anybody else, such as a person who was copied in (D19). */
export interface EntryAuthor {
  kind: 'agent' | 'client' | 'other';
  /** The helpdesk's name for anybody else; null if it cannot be read. */
  name: string | null;
}

export interface HelpdeskEntry {
  id: number;
  /** The helpdesk's id of the person who wrote it. */
  authorId: number | null;
  /** Not by the client (D19). */
  isIncoming: boolean;
  /** The ticket with which an agent joined this one; the entry has no text then if the agent's note was private. */
  joinedTicketId: number | null;
  /** As the helpdesk wrote it: not safe to show. */
  bodyHtml: string;
  bodyText: string;
  createdAt: string;
  attachments: HelpdeskAttachment[];
}

export interface HelpdeskGroup {
  id: number;
  name: string;
}

export interface NewHelpdeskTicket {
  contactId: number;
  subject: string;
  /** Plain text. */
  description: string;
  priority: number;
  groupId: number | undefined;
  tags: readonly string[];
}

/**
 * The known outcome of a failed call. 'refused': nothing was done, and the same call fails again. 'not-done': nothing
 * was done, a later try may succeed. 'uncertain': it may have been done.
 */
export type HelpdeskOutcome = 'refused' | 'not-done' | 'uncertain';

interface HelpdeskErrorOptions {
  outcome: HelpdeskOutcome;
  isOutage?: boolean;
  isUnanswered?: boolean;
  isKeyRefused?: boolean;
  refusedFields?: readonly string[];
  retryAfterSeconds?: number | undefined;
  cause: unknown;
}

export class HelpdeskError extends AppError {
  readonly outcome: HelpdeskOutcome;
  /** True if the helpdesk as a whole may be down. */
  readonly isOutage: boolean;
  /** True if there was no answer, or only part of one. */
  readonly isUnanswered: boolean;
  /** True if our key may not do this. */
  readonly isKeyRefused: boolean;
  /** The refused fields, by the names of this port. */
  readonly refusedFields: readonly string[];

  constructor(code: ErrorCode, message: string, options: HelpdeskErrorOptions) {
    const { cause, retryAfterSeconds } = options;
    super(code, message, { cause, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    this.name = 'HelpdeskError';
    this.outcome = options.outcome;
    this.isOutage = options.isOutage ?? false;
    this.isUnanswered = options.isUnanswered ?? false;
    this.isKeyRefused = options.isKeyRefused ?? false;
    this.refusedFields = options.refusedFields ?? [];
  }
}

/** The helpdesk behind the support centre. Failures reject with a `HelpdeskError`. */
export interface Helpdesk {
  /** Returns the same helpdesk, whose calls must all end within this time from now. */
  within(totalMs: number): Helpdesk;

  /** Finds the client's contact by its external id, or creates it (D18); returns its id. */
  ensureContact(client: HelpdeskClient): Promise<number>;
  /** Updates name and address; the address becomes the contact's email once it is verified. */
  updateContact(contactId: number, details: ContactDetails): Promise<void>;
  /** Deletes the contact permanently with all its tickets; a missing contact counts as deleted. */
  deleteContact(contactKey: string): Promise<void>;

  /**
   * Returns at most 100 tickets changed since then, the longest unchanged first. A ticket that changes between two
   * pages moves to the end and shifts the others forward: continue from the last one's `updatedAt` rather than with
   * the next page.
   */
  listTickets(range: { updatedSince: Date; page: number; contactId?: number }): Promise<{
    tickets: HelpdeskTicket[];
    /** Number of tickets left out because they could not be read. */
    unreadable: number;
    hasMore: boolean;
  }>;
  listRemovedTickets(
    kind: 'deleted' | 'spam',
    range: { updatedSince: Date; page: number },
  ): Promise<{ ticketIds: number[]; hasMore: boolean }>;
  /** Undefined if there is none, or if it is deleted or marked as spam. */
  findTicket(ticketId: number): Promise<HelpdeskTicket | undefined>;
  /**
   * Returns the entries that the client may see, oldest first, as far as they could be read: `missing` says why the
   * rest is missing, and `hasMore` that there are more than are ever read. Undefined if there is no such ticket.
   */
  listEntries(
    ticketId: number,
    contactId: number,
  ): Promise<{ entries: HelpdeskEntry[]; hasMore: boolean; missing?: HelpdeskError } | undefined>;

  /** Says who an author is that is not the client; one that the helpdesk does not know is nobody's agent. */
  describeAuthor(authorId: number): Promise<EntryAuthor>;

  createTicket(ticket: NewHelpdeskTicket): Promise<HelpdeskTicket>;
  /** Adds plain text in the contact's name without changing the status; undefined if there is no such ticket. */
  addReply(reply: { ticketId: number; contactId: number; body: string }): Promise<HelpdeskEntry | undefined>;
  /** Undefined if there is no such ticket. */
  setStatus(ticketId: number, status: number): Promise<HelpdeskTicket | undefined>;

  listGroups(): Promise<HelpdeskGroup[]>;
  /** True if the helpdesk keeps files at this address; the portal fetches from and redirects to no other. */
  mayFetch(address: string): boolean;
  /**
   * Fetches the bytes of an attachment, with their own time limit; undefined if they are gone or more than
   * `bytesMax`. A failure here is no outage of the helpdesk.
   */
  fetchAttachment(address: string, bytesMax: number): Promise<Uint8Array | undefined>;
  /** Rejects if the helpdesk cannot be reached or refuses our key. */
  check(): Promise<void>;
}
