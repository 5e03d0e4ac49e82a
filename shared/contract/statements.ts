import * as z from 'zod';
import { date, fileAnswer, id, idInPath } from './fields.ts';
import { period } from './ledger.ts';
import { ENTRY_KINDS } from './limits.ts';
import { defineRoutes } from './route.ts';

/** What is owed, by the days since it was due (D64). */
export const ageing = z.object({
  notDue: z.number(),
  days30: z.number(),
  days60: z.number(),
  days90: z.number(),
  older: z.number(),
});
export type Ageing = z.infer<typeof ageing>;

export const statementLine = z.object({
  date,
  kind: z.enum(ENTRY_KINDS),
  /** The number of the document. */
  number: z.string().nullable(),
  description: z.string(),
  /** Raises what the client owes; null if the line is a credit. */
  debit: z.number().nullable(),
  credit: z.number().nullable(),
  /** Above 0 is owed by the client. */
  balance: z.number(),
});
export type StatementLine = z.infer<typeof statementLine>;

export const statement = z.object({
  userId: id,
  from: date,
  to: date,
  opening: z.number(),
  lines: z.array(statementLine),
  closing: z.number(),
  /** On the last day, or today if the last day is in the future. */
  ageing,
  credit: z.number(),
  due: z.number(),
});
export type Statement = z.infer<typeof statement>;

const ofClient = z.object({ userId: idInPath });

export const statements = defineRoutes('statements', {
  read: {
    method: 'GET',
    path: '/api/users/{userId}/statement',
    summary: "A client's statement of a period. An admin may read any client's, a client only their own.",
    access: 'signed-in',
    uses: ['database'],
    readsOnly: 'for-clients',
    params: ofClient,
    query: period,
    response: statement,
    refuses: ['unprocessable'],
  },
  export: {
    method: 'GET',
    path: '/api/users/{userId}/statement.csv',
    summary: "A client's statement of a period as CSV",
    access: 'signed-in',
    uses: ['database'],
    readsOnly: 'for-clients',
    params: ofClient,
    query: period,
    response: fileAnswer,
    refuses: ['unprocessable'],
    contentType: 'text/csv; charset=utf-8',
  },
});
