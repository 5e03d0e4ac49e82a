import type {
  BilledDays,
  BilledServiceStore,
} from '#functions/ports/database/services/billed-service-store.ts';
import type { LineItem } from '#shared/contract/invoices.ts';
import { AppError, type BilledLine } from '#shared/errors.ts';

const NOT_OF_CLIENT = 'This client does not have this service any more. Please remove the line.';

/** Returns what a line bills, or undefined for a line that names no service. */
export const toBilledDays = ({ serviceId, from, to, repeat }: LineItem): BilledDays | undefined =>
  serviceId === undefined
    ? undefined
    : { serviceId, from: from ?? null, to: to ?? null, isRepeat: repeat ?? false, priceCents: null };

/** A line that bills days, and its place on the invoice. */
interface BillingLine {
  index: number;
  days: BilledDays;
}

const touches = (one: BilledDays, other: BilledDays) =>
  one.serviceId === other.serviceId &&
  one.from !== null &&
  one.to !== null &&
  other.from !== null &&
  other.to !== null &&
  one.from <= other.to &&
  other.from <= one.to;

/** True if an earlier line bills some of the same days and neither line is marked as a repeat. */
const isTwice = ({ index, days }: BillingLine, lines: readonly BillingLine[]) =>
  lines.some((above) => above.index < index && !above.days.isRepeat && touches(above.days, days));

const alreadyBilled = (lines: readonly BilledLine[]) => {
  const numbers = [...new Set(lines.flatMap(({ invoiceNumber }) => invoiceNumber ?? []))];
  const places = [...numbers, ...(lines.some(({ invoiceId }) => invoiceId === null) ? ['this invoice'] : [])];

  return new AppError('already_billed', `Some of these days are billed already, on ${places.join(', ')}.`, {
    lines,
  });
};

/**
 * Refuses lines of services that the client does not have, and lines whose days are billed already, unless they say that
 * they repeat them (D72). The caller has locked the account.
 */
export const refuseBilledLines = async (
  billedServices: Pick<BilledServiceStore, 'check'>,
  userId: number,
  lineItems: readonly LineItem[],
): Promise<void> => {
  const lines = lineItems.flatMap((line, index) => {
    const days = toBilledDays(line);

    return days ? [{ index, days }] : [];
  });
  if (lines.length === 0) {
    return;
  }

  const checked = await billedServices.check(
    userId,
    lines.map(({ days }) => days),
  );
  const foreign = lines.filter((_line, position) => !checked[position]?.isOwn);
  if (foreign.length > 0) {
    throw new AppError('unprocessable', NOT_OF_CLIENT, {
      fields: Object.fromEntries(foreign.map(({ index }) => [`lineItems.${index}.serviceId`, NOT_OF_CLIENT])),
    });
  }

  const billed = lines.flatMap((line, position): BilledLine[] => {
    const billedOn = checked[position]?.billedOn;
    if (line.days.isRepeat) {
      return [];
    }
    if (billedOn) {
      return [{ index: line.index, ...billedOn }];
    }

    return isTwice(line, lines) ? [{ index: line.index, invoiceId: null, invoiceNumber: null }] : [];
  });
  if (billed.length > 0) {
    throw alreadyBilled(billed);
  }
};
