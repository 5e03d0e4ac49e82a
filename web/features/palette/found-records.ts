import { ReceiptText, Signal, Ticket } from 'lucide-react';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import { formatAmount } from '#shared/money.ts';
import { formatPhone, formatSimSerial } from '#shared/south-africa.ts';
import { wordStatus } from '#shared/tickets/ticket-codes.ts';

/** The records that the palette found, each as it is shown and with its account. */
export const showFoundRecords = ({ invoices, creditNotes, services, tickets }: PaletteAnswer) => ({
  invoices: invoices.map(({ invoiceNumber, userName, ...invoice }) => ({
    invoice,
    id: `invoice.${invoice.id}`,
    icon: ReceiptText,
    label: invoiceNumber,
    detail: `${formatAmount(invoice.totalAmount)} · ${userName}`,
    userId: invoice.userId,
    userName,
  })),
  creditNotes: creditNotes.map(
    ({ id, creditNoteNumber, totalAmount, invoiceId, invoiceNumber, userId, userName }) => ({
      invoiceId,
      id: `credit-note.${id}`,
      icon: ReceiptText,
      label: creditNoteNumber,
      detail: `${formatAmount(totalAmount)} of ${invoiceNumber} · ${userName}`,
      userId,
      userName,
    }),
  ),
  services: services.map(({ id, name, number, userId, userName }) => ({
    id: `service.${id}`,
    icon: Signal,
    label: number.startsWith('89') ? formatSimSerial(number) : formatPhone(number),
    detail: `${name} · ${userName}`,
    userId,
    userName,
  })),
  tickets: tickets.map(({ id, subject, status, userId, userName }) => ({
    id: `ticket.${id}`,
    icon: Ticket,
    label: `#${id} ${subject}`,
    detail: userName,
    badge: wordStatus(status),
    userId,
    userName,
  })),
});
