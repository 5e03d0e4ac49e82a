import { ReceiptText, Signal, Ticket } from 'lucide-react';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import { formatAmount } from '#shared/money.ts';
import { formatPhone, formatSimSerial } from '#shared/south-africa.ts';
import { wordStatus } from '#shared/ticket-codes.ts';

/** The records that the palette found, each as it is shown and with its account. */
export const showFoundRecords = ({ invoices, services, tickets }: PaletteAnswer) => ({
  invoices: invoices.map(({ id, invoiceNumber, totalAmount, status, userId, userName }) => ({
    invoice: { id, status, totalAmount, userId },
    id: `invoice.${id}`,
    icon: ReceiptText,
    label: invoiceNumber,
    detail: `${formatAmount(totalAmount)} · ${userName}`,
    badge: status.charAt(0).toUpperCase() + status.slice(1),
    userId,
    userName,
  })),
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
