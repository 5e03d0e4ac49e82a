import type { FiledFigures } from '#functions/ports/request-note.ts';
import { BOOK_ACTS } from './book-acts.ts';
import { isSure, type RequestLine } from './request-lines.ts';

type RepeatedRoute = keyof typeof BOOK_ACTS;

/** A request whose answer was lost may be committed. */
interface Act {
  at: string;
  isSure: boolean;
}

export interface LaterBooks {
  /** What is done again by hand, oldest first. */
  acts: { routeId: RepeatedRoute; line: RequestLine }[];
  /** Lines of the bank that jobs booked. */
  bookings: { fileId: number; booked: number; at: string }[];
  /** Invoices of billing runs that jobs issued. */
  issuings: (NonNullable<RequestLine['billingRun']> & { at: string })[];
  /** What was done last to each month. */
  months: (Act & { month: string; isClosed: boolean })[];
  filings: (Act & { period: string; vatNumber: string; figures: Partial<FiledFigures> })[];
}

const isRepeated = (routeId: string | undefined): routeId is RepeatedRoute =>
  routeId !== undefined && Object.hasOwn(BOOK_ACTS, routeId);

/** Collects what requests and jobs wrote to the books after the moment to which a database was restored. */
export const collectLaterBooks = (lines: readonly RequestLine[]): LaterBooks => {
  const months = new Map<string, LaterBooks['months'][number]>();
  const filings = new Map<string, LaterBooks['filings'][number]>();

  for (const line of lines) {
    const { timestamp: at, routeId, month, vatReport } = line;
    const act = { at, isSure: isSure(line) };
    const isClosed = routeId === 'books.close-month';
    // Closing is the safe side: an opening that may have failed hides no closing.
    if (month !== undefined && (isClosed || act.isSure || !months.get(month)?.isClosed)) {
      months.set(month, { ...act, month, isClosed });
    }
    if (vatReport) {
      const { period, vatNumber } = vatReport;
      const key = `${period} ${vatNumber}`;
      if (!filings.get(key)?.isSure) {
        filings.set(key, { ...act, ...vatReport });
      }
    }
  }

  return {
    acts: lines.flatMap((line) => (isRepeated(line.routeId) ? [{ routeId: line.routeId, line }] : [])),
    bookings: lines.flatMap(({ routeId, bankFile, timestamp: at }) =>
      routeId === undefined && bankFile?.booked ? [{ fileId: bankFile.id, booked: bankFile.booked, at }] : [],
    ),
    issuings: lines.flatMap(({ routeId, billingRun, timestamp: at }) =>
      routeId === undefined && billingRun ? [{ ...billingRun, at }] : [],
    ),
    months: [...months.values()].toSorted((one, other) => (one.month < other.month ? -1 : 1)),
    filings: [...filings.values()],
  };
};
