import * as z from 'zod';
import { MAIL_NEWS_STATES } from '#functions/ports/database/mails/mail-event-store.ts';
import { FACTOR_CHANGES } from '#functions/ports/request-note.ts';
import { VAT_ROWS } from '#shared/books/vat-rows.ts';
import { month } from '#shared/contract/fields.ts';
import { MAIL_BLOCK_KEYS } from '#shared/mails/mail-kinds.ts';
import { Refused } from '../refused.ts';

/** The parts of the log line of a request or task that say what it did (functions/ports/request-note.ts). */
const requestLine = z.object({
  message: z.enum(['request', 'request failed', 'task done', 'task failed']),
  timestamp: z.iso.datetime(),
  routeId: z.string().optional(),
  key: z.string().optional(),
  userId: z.number().optional(),
  recordIds: z.record(z.string(), z.coerce.number()).optional(),
  account: z
    .object({
      id: z.number(),
      owNumber: z.string(),
      changed: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional(),
      deletedMadeAt: z.string().optional(),
      ownAddress: z.enum([...MAIL_BLOCK_KEYS, 'verified', 'unblocked']).optional(),
      factors: z.object({ change: z.enum(FACTOR_CHANGES), passkeyId: z.string().optional() }).optional(),
    })
    .optional(),
  invoice: z.object({ id: z.number(), number: z.string() }).optional(),
  creditNote: z.object({ id: z.number(), number: z.string() }).optional(),
  mail: z.object({ id: z.uuid(), state: z.enum(MAIL_NEWS_STATES) }).optional(),
  clients: z.array(z.number()).optional(),
  madeInvoice: z.enum(['paid', 'void']).optional(),
  month: month.optional(),
  vatReport: z
    .object({
      period: month,
      vatNumber: z.string(),
      figures: z.record(z.enum(VAT_ROWS), z.object({ gross: z.number(), vat: z.number() })),
    })
    .optional(),
  bankFile: z
    .object({
      id: z.number(),
      from: z.string().optional(),
      to: z.string().optional(),
      booked: z.number().optional(),
    })
    .optional(),
  billingRun: z
    .object({ id: z.number(), issued: z.number(), numbers: z.array(z.tuple([z.string(), z.string()])) })
    .optional(),
  retainedInvoice: z.string().optional(),
});

export type RequestLine = z.output<typeof requestLine>;

const readJson = (text: string, number: number): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refused(`Line ${number} of the log is no JSON: is the file whole?`, { cause });
  }
};

/** True if the request is committed; one that failed may be. */
export const isSure = ({ message }: RequestLine): boolean => message === 'request';

/**
 * Joins the lines of a request that was sent again with its key. If the answer to the first was lost, only the first
 * says what was written, and only the second that it was.
 */
const joinRepeats = (lines: readonly RequestLine[]): RequestLine[] => {
  const byKey = new Map<string, RequestLine>();
  for (const [place, line] of lines.entries()) {
    const key = `${line.routeId} ${line.key ?? place}`;
    const known = byKey.get(key);
    byKey.set(key, known && isSure(known) ? { ...line, ...known } : { ...known, ...line });
  }

  return [...byKey.values()];
};

const byTime = (one: RequestLine, other: RequestLine) =>
  Date.parse(one.timestamp) - Date.parse(other.timestamp);

/** Returns the requests and tasks after the moment, oldest first, and skips all other lines of the log. */
export const readRequestLines = (text: string, moment: Date): RequestLine[] => {
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.startsWith('{') ? [readJson(line, index + 1)] : []))
    .flatMap((line) => requestLine.safeParse(line).data ?? [])
    .filter(({ timestamp }) => new Date(timestamp) > moment)
    .toSorted(byTime);

  return joinRepeats(lines).toSorted(byTime);
};
