import * as z from 'zod';
import { amount, id, timestamp } from '../fields.ts';
import { TIMELINE_KINDS } from '../limits.ts';

/** The tables whose rows a timeline joins; of rows of the same instant, the later table's count as newer. */
export const TIMELINE_SOURCES = ['audit', 'ledger', 'mail'] as const;

const toTheMicrosecond = z.iso.datetime({ precision: 6 });
const rowId = z.string().regex(/^\d{1,18}$/);

/** An entry, and the newest instant of the page that was read first: what happened later belongs to no older page. */
const place = z.object({ at: toTheMicrosecond, asOf: toTheMicrosecond });

const placeInTimeline = z.discriminatedUnion('source', [
  place.extend({ source: z.literal('audit'), id: rowId }),
  place.extend({ source: z.literal('ledger'), id: rowId }),
  place.extend({ source: z.literal('mail'), id: z.uuid() }),
]);
export type PlaceInTimeline = z.infer<typeof placeInTimeline>;

export const writeTimelineCursor = ({
  at,
  source,
  id,
  asOf,
}: Record<keyof PlaceInTimeline, string>): string => `${at}_${source}_${id}_${asOf}`;

const NO_CURSOR = 'This is not the cursor of an entry';

/** The place of an entry in a timeline, as `writeTimelineCursor` wrote it. */
export const timelineCursor = z
  .stringFormat('timeline-cursor', /^[^_]+_[^_]+_[^_]+_[^_]+$/, NO_CURSOR)
  .transform((text, context): PlaceInTimeline => {
    const [at, source, id, asOf] = text.split('_');
    const found = placeInTimeline.safeParse({ at, source, id, asOf });
    if (!found.success) {
      context.addIssue(NO_CURSOR);

      return z.NEVER;
    }

    return found.data;
  });

export const timelineKind = z.enum(TIMELINE_KINDS);
export type TimelineKind = z.infer<typeof timelineKind>;

/** Something that happened to an account. */
export const timelineEntry = z.object({
  at: timestamp,
  kind: timelineKind,
  text: z.string(),
  /** Who did it, in words. */
  by: z.string(),
  /** Above 0 if in the client's favour; null if no money moved. */
  amount: amount.nullable(),
  /** What can be opened about it. */
  link: z.object({ kind: z.enum(['invoice', 'payment', 'service']), id }).nullable(),
  /** Where the entries that are older begin. */
  cursor: z.string(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;
