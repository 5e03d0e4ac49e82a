import type * as z from 'zod';
import type { ErrorCode } from '#shared/errors.ts';

/** The callers that a route allows. A route that names none does not compile: nothing is reachable by default. */
export type Access = 'public' | 'signed-in' | 'client' | 'admin';

/** A resource that a handler or task may use; its grants, environment variables and ports follow from it. */
export type Capability =
  | 'database'
  /** Lets `database` begin transactions; implied by a route that runs in one with its key. */
  | 'transactions'
  | 'databaseOwner'
  | 'sessionTokens'
  /** Checks what a browser answers about a passkey; a function that only asks for one uses `passkeyDomain`. */
  | 'passkeys'
  | 'passkeyDomain'
  /** Seals and opens the secrets of authenticator apps. */
  | 'factorKey'
  /** Whether administrators need a second factor. */
  | 'factorSettings'
  | 'passwords'
  | 'userAgents'
  | 'commonPasswords'
  /** The company that runs the portal. */
  | 'provider'
  /** Where the deployment keeps personal data, and who else does. */
  | 'vendors'
  /** The provider with its VAT number, and how new invoices are paid. */
  | 'supplier'
  /** The VAT number of today, and how the company reports VAT. */
  | 'vatSettings'
  /** The accounts that receive money. */
  | 'bankAccounts'
  | 'invoicePdfQueue'
  | 'jobQueues'
  | 'queueChecks'
  | 'deadLetters'
  | 'deadLetterCounts'
  | 'invoiceFiles'
  | 'driveConsole'
  | 'pdfPrinter'
  | 'helpdesk'
  | 'supportSettings'
  | 'helpdeskMessageQueue'
  | 'helpdeskContactQueue'
  /** Signs in from outside, as the canary. */
  | 'canary'
  | 'mailSettings'
  | 'accountMailQueue'
  | 'businessMailQueue'
  | 'bankBookingQueue'
  | 'billingRunQueue'
  /** Sends account mails, and no others. */
  | 'accountMailer'
  | 'businessMailer'
  | 'mailAccount'
  | 'mailPace'
  /** Copies the database's backups to another region. */
  | 'regionCopies';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  summary: string;
  access: Access;
  uses: readonly Capability[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The limit of its body; 512 KB is enough for most routes. */
  bodyBytesMax?: number;
  /** The schema of the answer: the result is parsed with it, so a column that it does not name never leaves. */
  response: z.ZodType;
  /**
   * The route reads the database beside the check of the session, and the gate throws its result away if the session is
   * not live (ADR 25). It calls no vendor. It writes nothing but the row of an audited read, whose statement fails if the
   * session is not live (D33). Its login of the database may do no more (0002_rights.sql).
   */
  readsBesideCheck?: true;
  /** A first screen asks for it before its scripts have arrived, so a schedule keeps its function loaded (ADR 62). */
  isFirstRead?: true;
  /** Status of success; 200 by default. */
  status?: 201 | 202 | 204;
  /** Answers 202 instead of its status if the `delivery` in its answer is 'waiting'. */
  mayWait?: true;
  /** Answers 204 instead of its status if it has nothing to tell; its response is then optional. */
  mayBeEmpty?: true;
  /** Memory of its function; the default is enough for most routes. */
  memoryMegabytes?: number;
  /** The refusals that only this route has. `openapi.ts` adds those that follow from its other fields. */
  refuses?: readonly ErrorCode[];
  /** The schema of `current` in the 409 of this route. */
  conflict?: z.ZodType;
  /** A public route that acts on the session, if there is one: it refuses a page that shows another user (D77). */
  endsSession?: true;
  /** Also answers a user who must choose a new password before anything else (D49). */
  beforeNewPassword?: true;
  /** Also answers an administrator who must set up a second factor before anything else (D47). */
  beforeSetUp?: true;
  /**
   * Needs fresh proof of who asks (D48): 'always', or 'by-content' where the domain decides by what is asked, with
   * `requireProof`.
   */
  needsProof?: 'always' | 'by-content';
  /**
   * Accepts an `Idempotency-Key`, and says what is kept for a repeated request, so that it writes nothing twice.
   * 'answer': the first answer, in the transaction of the write. 'key': the key alone, in that transaction, because the
   * answer is read again after it. 'itself': what the handler finds by `once`, because it calls a vendor, which no
   * transaction may do (D26), or has work before or between its transactions.
   */
  keeps?: 'answer' | 'key' | 'itself';
  /** Answers a file instead of JSON; the response is then `fileAnswer`, or that and `fileElsewhere`. */
  contentType?: 'application/pdf' | 'text/csv; charset=utf-8' | 'application/octet-stream';
}

/** True if the write of a route runs in one transaction, with its key if the caller sent one. */
export const runsInTransaction = ({ keeps }: Pick<Route, 'keeps'>): boolean =>
  keeps === 'answer' || keeps === 'key';

/** Defines the routes of an area; each gets its id, such as 'users.list'. */
export const defineRoutes = <const Area extends string, const T extends Record<string, Route>>(
  area: Area,
  routes: T,
) =>
  Object.fromEntries(
    Object.entries(routes).map(([action, route]) => [action, { ...route, id: `${area}.${action}` }]),
  ) as { [Action in keyof T & string]: T[Action] & { id: `${Area}.${Action}` } };
