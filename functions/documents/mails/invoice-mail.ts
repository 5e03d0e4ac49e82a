import { PRODUCT_NAME } from '#shared/brand.ts';
import { formatDayInWords } from '#shared/dates.ts';
import type { BankAccount } from '#shared/invoices/issued-invoice.ts';
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
  /** What is written off by then, which the client may still pay. */
  writtenOffCents: number;
  /** What the client owes in all at that time. */
  owedCents: number;
  /** The client's number (D61). */
  reference: string;
  dueDate: string;
  bank: BankAccount;
  supplierEmail: string;
}

/** The amount to be paid; also the total, if a part is already credited, paid or written off. */
const renderAmounts = ({
  totalCents,
  creditedCents,
  dueCents,
  writtenOffCents,
}: MailedInvoice): (readonly [string, string])[] => {
  const paidCents = totalCents - creditedCents - writtenOffCents - dueCents;

  return [
    ...(dueCents < totalCents ? [['Total', formatRand(totalCents)] as const] : []),
    ...(creditedCents > 0 ? [['Credited', formatRand(creditedCents)] as const] : []),
    ...(paidCents > 0 ? [['Already paid', formatRand(paidCents)] as const] : []),
    ...(dueCents > 0 ? [['Amount due', formatRand(dueCents)] as const] : []),
    ...(writtenOffCents > 0 ? [['Still payable', formatRand(writtenOffCents)] as const] : []),
  ];
};

/** The amounts of the subject, each with what it says: paid, due on a day, or still payable. */
const nameAmounts = (
  { status, totalCents, dueCents, writtenOffCents }: MailedInvoice,
  due: string,
): string[] =>
  status === 'paid'
    ? [formatRand(totalCents)]
    : [
        ...(dueCents > 0 ? [formatRand(dueCents), `due ${due}`] : []),
        ...(writtenOffCents > 0 ? [`${formatRand(writtenOffCents)} still payable`] : []),
      ];

const wordToDo = ({ status, dueCents, writtenOffCents }: MailedInvoice, due: string): string => {
  if (status === 'paid') {
    return 'It is paid, and there is nothing to do.';
  }
  const parts = [
    ...(dueCents > 0 ? [`Please pay by ${due}.`] : []),
    ...(writtenOffCents > 0
      ? [`${formatRand(writtenOffCents)} of it is no longer in our books, and still payable.`]
      : []),
  ];

  return parts.join(' ');
};

/** The mail of an invoice, with its PDF attached; bank account and day are those with which it was issued. */
export const writeInvoiceMail = (
  invoice: MailedInvoice,
  { portal, now }: { portal: string; now: Date },
): MailContent => {
  const { invoiceNumber, totalCents, dueCents, owedCents, dueDate, status, supplierEmail } = invoice;
  const isPaid = status === 'paid';
  const due = formatDayInWords(dueDate, now);

  return {
    subject: [`Invoice ${invoiceNumber} from ${PRODUCT_NAME}`, ...nameAmounts(invoice, due)].join(', '),
    preheader: isPaid ? 'This invoice is paid. The PDF is attached.' : 'The PDF is attached.',
    title: `Invoice ${invoiceNumber}`,
    parts: [
      paragraph(`Your invoice is attached as a PDF. ${wordToDo(invoice, due)}`),
      {
        facts: [
          ['Invoice number', invoiceNumber],
          ...(isPaid ? [['Paid', formatRand(totalCents)] as const] : renderAmounts(invoice)),
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
