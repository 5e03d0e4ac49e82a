import type { BadgeProps } from '@chakra-ui/react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { STILL_PAYABLE } from '#shared/invoices/still-payable.ts';
import { isCreditedInFull, isPaidInPart } from './invoice-money.ts';

export type StatedInvoice = Pick<Invoice, 'status' | 'totalAmount' | 'amountDue' | 'credited' | 'writtenOff'>;

/** All that an invoice can be; any other status keeps its own word. */
export const INVOICE_STATES = [
  'pending',
  'part-paid',
  'paid',
  'written-off',
  'credited',
  'void',
  'other',
] as const;
type InvoiceState = (typeof INVOICE_STATES)[number];

const LOOKS: Record<Exclude<InvoiceState, 'other'>, { label: string } & BadgeProps> = {
  pending: { label: 'Pending', colorPalette: 'gray' },
  'part-paid': { label: 'Part paid', colorPalette: 'gray' },
  paid: { label: 'Paid', colorPalette: 'green' },
  'written-off': { label: 'Written off', colorPalette: 'orange' },
  credited: { label: 'Credited', colorPalette: 'blue' },
  void: { label: 'Void', colorPalette: 'red' },
};

/** The client reads fewer words of the trade. */
const OWN_LOOKS: typeof LOOKS = {
  ...LOOKS,
  'part-paid': LOOKS.pending,
  'written-off': { ...LOOKS['written-off'], label: STILL_PAYABLE },
};

export const OVERDUE = { label: 'Overdue', colorPalette: 'red', variant: 'solid' } as const;

/** The status of the wire, unless the amounts say more (D65). */
export const nameState = (invoice: StatedInvoice): InvoiceState => {
  if (isCreditedInFull(invoice)) {
    return 'credited';
  }
  if (invoice.writtenOff > 0) {
    return 'written-off';
  }
  if (isPaidInPart(invoice)) {
    return 'part-paid';
  }

  return INVOICE_STATES.find((state) => state === invoice.status) ?? 'other';
};

/** What an invoice is called. */
export const stateOf = (invoice: StatedInvoice, { isOwn }: { isOwn: boolean }) => {
  const state = nameState(invoice);
  if (state === 'other') {
    return { label: invoice.status.charAt(0).toUpperCase() + invoice.status.slice(1), colorPalette: 'red' };
  }

  return (isOwn ? OWN_LOOKS : LOOKS)[state];
};
