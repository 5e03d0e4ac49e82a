import type * as z from 'zod';
import type { ErrorCode } from '#shared/errors.ts';

/** Who may call a route. A route without one does not compile: nothing is reachable by default. */
export type Access = 'public' | 'signed-in' | 'client' | 'admin';

/** What a handler or job may touch; its grants, environment variables and ports follow from it. */
export type Capability =
  | 'database'
  /** Lets `database` begin transactions; a route whose key stands in one has it without saying so. */
  | 'transactions'
  | 'databaseOwner'
  | 'sessionTokens'
  | 'passwords'
  | 'commonPasswords'
  | 'supplier'
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
  | 'canary';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  summary: string;
  access: Access;
  uses: readonly Capability[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What the answer may hold: the result is parsed with it, so a column that it does not name never leaves. */
  response: z.ZodType;
  /**
   * Reads the database, and has no other effect: it writes no row (such as one of the audit log) and calls no vendor.
   * Then it is read while the session is checked, and thrown away if that does not hold (ADR 25). 'for-clients': what an
   * administrator reads of it stands in the audit log.
   */
  readsOnly?: true | 'for-clients';
  /** Status of success; 200 unless said. */
  status?: 201 | 202 | 204;
  /** Answers 202 in place of its status while the `delivery` of what it answers is 'waiting'. */
  mayWait?: true;
  /** Of its function; enough for what any route does unless said. */
  memoryMegabytes?: number;
  /** How its rule may refuse, beside what every route of its kind refuses; `openapi.ts` adds that. */
  refuses?: readonly ErrorCode[];
  /** What the 409 of this route shows as `current`. */
  conflict?: z.ZodType;
  /**
   * Takes an `Idempotency-Key`. 'in-transaction': `run` stands in one transaction with the key. 'with-row': `run` keeps
   * the key with the row that it writes, because it calls a vendor, which no transaction may (D26).
   */
  idempotent?: 'in-transaction' | 'with-row';
  /** Answers a file instead of JSON; the response is then `fileAnswer`, or that and `fileElsewhere`. */
  contentType?: 'application/pdf' | 'text/csv; charset=utf-8' | 'application/octet-stream';
}

export const defineRoutes = <const T extends Record<string, Route>>(routes: T): T => routes;
