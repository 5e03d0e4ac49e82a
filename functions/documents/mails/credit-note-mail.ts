import { PRODUCT_NAME } from '#shared/brand.ts';
import type { CreditNoteReason } from '#shared/contract/credit-notes.ts';
import { CREDIT_NOTE_REASON_LABELS } from '#shared/invoices/credit-note-words.ts';
import type { AccountNow } from '#shared/invoices/still-payable.ts';
import { formatRand } from '#shared/money.ts';
import { type MailContent, paragraph, typed } from './mail-parts.ts';
import { wordAccount } from './paying-facts.ts';

/** What the mail says about its credit note. */
interface MailedCreditNote {
  creditNoteNumber: string;
  invoiceNumber: string;
  totalCents: number;
  reason: CreditNoteReason;
  explanation: string;
  /** The client's account when the mail is sent. */
  account: AccountNow;
  supplierEmail: string;
}

/** The mail of a credit note, with its PDF attached. */
export const writeCreditNoteMail = (
  {
    creditNoteNumber,
    invoiceNumber,
    totalCents,
    reason,
    explanation,
    account,
    supplierEmail,
  }: MailedCreditNote,
  { portal }: { portal: string },
): MailContent => ({
  subject: `Credit note ${creditNoteNumber} from ${PRODUCT_NAME}, ${formatRand(totalCents)}`,
  preheader: `It lowers your invoice ${invoiceNumber}. The PDF is attached.`,
  title: `Credit note ${creditNoteNumber}`,
  parts: [
    paragraph(
      `We took ${formatRand(totalCents)} off your invoice ${invoiceNumber}. Your credit note is attached as a PDF.`,
    ),
    {
      facts: [
        ['Credit note number', creditNoteNumber],
        ['Invoice number', invoiceNumber],
        ['Credited', formatRand(totalCents)],
        ['Reason', CREDIT_NOTE_REASON_LABELS[reason]],
        ['Explanation', typed(explanation)],
      ],
    },
    paragraph(wordAccount(account)),
    { button: { label: 'See your invoices', address: `${portal}/client?section=invoices` } },
    { note: `Questions about this credit note: ${supplierEmail}` },
  ],
  footer: `You get this mail because you are a client of ${PRODUCT_NAME}. You can switch these mails off in your profile.`,
});
