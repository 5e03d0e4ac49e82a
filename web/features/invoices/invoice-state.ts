import type { BadgeProps } from '@chakra-ui/react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { STILL_PAYABLE } from '#shared/still-payable.ts';
import { isCreditedInFull, isPaidInPart } from './invoice-money.ts';

export type StatedInvoice = Pick<Invoice, 'status' | 'totalAmount' | 'amountDue' | 'credited' | 'writtenOff'>;

const STYLES: Record<string, BadgeProps> = {
  paid: { colorPalette: 'green' },
  pending: { colorPalette: 'gray' },
};

export const OVERDUE = { label: 'Overdue', colorPalette: 'red', variant: 'solid' } as const;

/**
 * What an invoice is called: the status of the wire, unless there is a word that says more (D65). The client reads fewer
 * words of the trade.
 */
export const stateOf = (invoice: StatedInvoice, { isOwn }: { isOwn: boolean }) => {
  if (isCreditedInFull(invoice)) {
    return { label: 'Credited', colorPalette: 'blue' };
  }
  if (invoice.writtenOff > 0) {
    return { label: isOwn ? STILL_PAYABLE : 'Written off', colorPalette: 'orange' };
  }
  if (!isOwn && isPaidInPart(invoice)) {
    return { label: 'Part paid', colorPalette: 'gray' };
  }

  const label = invoice.status.charAt(0).toUpperCase() + invoice.status.slice(1);

  return { label, ...(STYLES[invoice.status] ?? { colorPalette: 'red' }) };
};
