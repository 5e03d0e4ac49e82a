import type { FiledFigures } from '#functions/ports/request-note.ts';
import { BOOK_ACTS } from './book-acts.ts';
import type { RequestLine } from './request-lines.ts';

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
  /** What was done last to each month. */
  months: (Act & { month: string; isClosed: boolean })[];
  filings: (Act & { period: string; vatNumber: string; figures: Partial<FiledFigures> })[];
}

const isSure = ({ message }: RequestLine) => message === 'request';

/** Keeps one line of requests that were sent again with their key, one that succeeded if there is one. */
const joinRepeats = (lines: readonly RequestLine[]): RequestLine[] => {
  const byKey = new Map<string, RequestLine>();
  for (const [place, line] of lines.entries()) {
    const key = `${line.routeId} ${line.key ?? place}`;
    const known = byKey.get(key);
    if (!known || (!isSure(known) && isSure(line))) {
      byKey.set(key, line);
    }
  }

  return [...byKey.values()];
};

const isRepeated = (routeId: string | undefined): routeId is RepeatedRoute =>
  routeId !== undefined && Object.hasOwn(BOOK_ACTS, routeId);

/** Collects what requests and jobs wrote to the books after the moment to which a database was restored. */
export const collectLaterBooks = (lines: readonly RequestLine[]): LaterBooks => {
  const months = new Map<string, LaterBooks['months'][number]>();
  const filings = new Map<string, LaterBooks['filings'][number]>();
  const requests = joinRepeats(lines.filter(({ routeId }) => routeId !== undefined));

  for (const line of requests) {
    const { timestamp: at, routeId, month, vatReport } = line;
    const act = { at, isSure: isSure(line) };
    if (month !== undefined) {
      months.set(month, { ...act, month, isClosed: routeId === 'closings.close' });
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
    acts: requests.flatMap((line) => (isRepeated(line.routeId) ? [{ routeId: line.routeId, line }] : [])),
    bookings: lines.flatMap(({ routeId, bankFile, timestamp: at }) =>
      routeId === undefined && bankFile?.booked ? [{ fileId: bankFile.id, booked: bankFile.booked, at }] : [],
    ),
    months: [...months.values()].toSorted((one, other) => (one.month < other.month ? -1 : 1)),
    filings: [...filings.values()],
  };
};
