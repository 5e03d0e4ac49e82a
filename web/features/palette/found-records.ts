import { ReceiptText, Signal, Ticket } from 'lucide-react';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import { formatAmount } from '#shared/money.ts';
import { formatPhone, formatSimSerial } from '#shared/south-africa.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { wordStatus } from '#shared/tickets/ticket-codes.ts';

type Owned = Pick<PaletteAnswer['tickets'][number], 'userId' | 'userName' | 'company'>;

const ownerOf = ({ userId, userName, company }: Owned) => ({
  userId,
  userName: nameOfClient({ company, name: userName }) || 'Unknown',
});

/** The records that the palette found, each as it is shown and with its account. */
export const showFoundRecords = ({ invoices, creditNotes, services, tickets }: PaletteAnswer) => ({
  invoices: invoices.map(({ invoiceNumber, userName, company, ...invoice }) => {
    const owner = ownerOf({ userId: invoice.userId, userName, company });

    return {
      invoice,
      id: `invoice.${invoice.id}`,
      icon: ReceiptText,
      label: invoiceNumber,
      detail: `${formatAmount(invoice.totalAmount)} · ${owner.userName}`,
      ...owner,
    };
  }),
  creditNotes: creditNotes.map(
    ({ id, creditNoteNumber, totalAmount, invoiceId, invoiceNumber, ...owned }) => {
      const owner = ownerOf(owned);

      return {
        invoiceId,
        id: `credit-note.${id}`,
        icon: ReceiptText,
        label: creditNoteNumber,
        detail: `${formatAmount(totalAmount)} of ${invoiceNumber} · ${owner.userName}`,
        ...owner,
      };
    },
  ),
  services: services.map(({ id, name, number, ...owned }) => {
    const owner = ownerOf(owned);

    return {
      id: `service.${id}`,
      icon: Signal,
      label: number.startsWith('89') ? formatSimSerial(number) : formatPhone(number),
      detail: `${name} · ${owner.userName}`,
      ...owner,
    };
  }),
  tickets: tickets.map(({ id, subject, status, ...owned }) => {
    const owner = ownerOf(owned);

    return {
      id: `ticket.${id}`,
      icon: Ticket,
      label: `#${id} ${subject}`,
      detail: owner.userName,
      badge: wordStatus(status),
      ...owner,
    };
  }),
});
