import { type LineReason, TAKEN_IN_REASONS } from '#shared/billing/run-words.ts';
import type { BillingRunLine } from '#shared/contract/billing-runs.ts';

const mayBeTakenIn = (reason: LineReason | null): boolean =>
  (TAKEN_IN_REASONS as readonly (LineReason | null)[]).includes(reason);

/** What X does with a line of a draft: leaves it out, takes it in, or nothing. */
export const toggleOf = ({ state, reason }: BillingRunLine): 'leave-out' | 'take-in' | undefined => {
  if (state === 'included') {
    return 'leave-out';
  }

  return state === 'left-out' && mayBeTakenIn(reason) ? 'take-in' : undefined;
};

/** The line after X, until it is read again. */
export const toggled = (line: BillingRunLine): BillingRunLine =>
  toggleOf(line) === 'leave-out'
    ? { ...line, state: 'left-out', reason: 'excluded', note: null }
    : { ...line, state: 'included', reason: null, note: null };

/** Says why X does nothing. */
export const sayWhyNot = ({ group, state }: BillingRunLine): string => {
  if (group === 'to-credit') {
    return 'This is credited by a credit note, not by the run.';
  }

  return state === 'listed'
    ? 'This run does not bill it.'
    : 'Mend the reason first, then make the draft anew.';
};

/** A way out of the reason for which a line is left out: a place in the portal, by the parameters of its address. */
export interface Mend {
  label: string;
  params: Readonly<Record<string, string | number>>;
}

const mendsOf = ({ userId, serviceId, to }: BillingRunLine): Partial<Record<LineReason, Mend>> => {
  const services = { label: 'Open the services', params: { client: userId, tab: 'services' } };
  const record = { label: 'Open the client', params: { client: userId } };
  const edit = (field: string) => ({ client: userId, open: `user.edit:${userId}:${field}` });

  return {
    'no-address': { label: 'Add the address', params: edit('User_Address') },
    'no-name': { label: 'Add the name', params: edit('User_Name') },
    // The form begins with all unbilled days of the service up to then.
    older: {
      label: 'Invoice them',
      params: { client: userId, tab: 'invoices', open: `invoice.new:${serviceId}:${to}` },
    },
    free: services,
    'under-a-cent': services,
    suspended: services,
    pending: services,
    inactive: services,
    'not-active': services,
    'inactive-client': { label: 'Change the status', params: edit('User_Status') },
    administrator: record,
    refused: record,
  };
};

/** The credit note of days after the end of a service, filled in. */
const creditOf = ({ userId, invoiceId, serviceId, from }: BillingRunLine): Mend | undefined =>
  invoiceId === null
    ? undefined
    : {
        label: 'Credit note',
        params: {
          client: userId,
          tab: 'invoices',
          open: `invoice.credit:${invoiceId}:service:${serviceId}:${from}`,
        },
      };

/** Where the reason of a line is mended; undefined where nothing is to be mended, or X does it. */
export const mendOf = (line: BillingRunLine): Mend | undefined => {
  if (line.group === 'to-credit') {
    return creditOf(line);
  }

  return line.reason === null ? undefined : mendsOf(line)[line.reason];
};

/**
 * Returns the lines that were read, and those that were acted on at the places that they had: a line stays where it is
 * after X, also if it belongs to another view since.
 */
export const keepPlaces = (
  read: readonly BillingRunLine[],
  acted: readonly BillingRunLine[],
  order: readonly number[],
): BillingRunLine[] => {
  const shown = [...read];
  for (const [place, id] of order.entries()) {
    const line = acted.find((one) => one.id === id);
    if (!line || shown.some((one) => one.id === id)) {
      continue;
    }
    const before = order.slice(0, place).findLast((other) => shown.some((one) => one.id === other));
    shown.splice(before === undefined ? 0 : shown.findIndex((one) => one.id === before) + 1, 0, line);
  }

  return shown;
};
