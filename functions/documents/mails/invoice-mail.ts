import { PRODUCT_NAME } from '#shared/brand.ts';
import { formatDayInWords } from '#shared/dates.ts';
import type { BankAccount } from '#shared/issued-invoice.ts';
import { formatRand } from '#shared/money.ts';
import { type MailContent, paragraph } from './mail-parts.ts';
import { renderHowToPay } from './paying-facts.ts';

/** What the mail says about its invoice. */
interface MailedInvoice {
  invoiceNumber: string;
  status: string;
  totalCents: number;
  /** What its credit notes took off it. */
  creditedCents: number;
  /** The amount due when the mail is sent. */
  dueCents: number;
  /** What the client owes in all at that time. */
  owedCents: number;
  /** The client's number (D61). */
  reference: string;
  dueDate: string;
  bank: BankAccount;
  supplierEmail: string;
}

/** The amount to be paid; also the total, if a part is already credited or paid. */
const renderAmounts = ({
  totalCents,
  creditedCents,
  dueCents,
}: MailedInvoice): (readonly [string, string])[] => {
  const paidCents = totalCents - creditedCents - dueCents;

  return [
    ...(dueCents < totalCents ? [['Total', formatRand(totalCents)] as const] : []),
    ...(creditedCents > 0 ? [['Credited', formatRand(creditedCents)] as const] : []),
    ...(paidCents > 0 ? [['Already paid', formatRand(paidCents)] as const] : []),
    ['Amount due', formatRand(dueCents)],
  ];
};

/** The mail of an invoice, with its PDF attached; bank account and day are those with which it was issued. */
export const writeInvoiceMail = (
  invoice: MailedInvoice,
  { portal, now }: { portal: string; now: Date },
): MailContent => {
  const { invoiceNumber, totalCents, dueCents, owedCents, dueDate, status, supplierEmail } = invoice;
  const isPaid = status === 'paid';
  const total = formatRand(totalCents);
  const due = formatDayInWords(dueDate, now);

  return {
    subject: [
      `Invoice ${invoiceNumber} from ${PRODUCT_NAME}`,
      ...(isPaid ? [total] : [formatRand(dueCents), `due ${due}`]),
    ].join(', '),
    preheader: isPaid ? 'This invoice is paid. The PDF is attached.' : 'The PDF is attached.',
    title: `Invoice ${invoiceNumber}`,
    parts: [
      paragraph(
        isPaid
          ? 'Your invoice is attached as a PDF. It is paid, and there is nothing to do.'
          : `Your invoice is attached as a PDF. Please pay by ${due}.`,
      ),
      {
        facts: [
          ['Invoice number', invoiceNumber],
          ...(isPaid ? [['Paid', total] as const] : renderAmounts(invoice)),
          ...(isPaid ? [] : [['Due date', due] as const]),
          ...(isPaid || owedCents <= dueCents ? [] : [['In total you owe', formatRand(owedCents)] as const]),
        ],
      },
      ...(isPaid ? [] : renderHowToPay(invoice.bank, invoice.reference)),
      { button: { label: 'See your invoices', address: `${portal}/client?section=invoices` } },
      { note: `Questions about this invoice: ${supplierEmail}` },
    ],
    footer: `You get this mail because you are a client of ${PRODUCT_NAME}. You can switch these mails off in your profile.`,
  };
};
