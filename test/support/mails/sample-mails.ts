import { writeCreditNoteMail } from '#functions/documents/mails/credit-note-mail.ts';
import {
  writeAdminFactorChangedMail,
  writeFactorChangedMail,
  writeRecoveryCodeUsedMail,
  writeSecondStepRefusedMail,
} from '#functions/documents/mails/factor-mails.ts';
import { writeInvoiceMail } from '#functions/documents/mails/invoice-mail.ts';
import { renderMail } from '#functions/documents/mails/mail-layout.ts';
import type { MailContent } from '#functions/documents/mails/mail-parts.ts';
import {
  writeAccountClosedMail,
  writeAddressChangedMail,
  writeAdminResetUsedMail,
  writeChangeAskedMail,
  writeNewSignInMail,
  writePasswordChangedMail,
  writeRegistrationRefusedMail,
} from '#functions/documents/mails/notice-mails.ts';
import { writePaymentNotYoursMail } from '#functions/documents/mails/payment-not-yours-mail.ts';
import { writePaymentReceivedMail } from '#functions/documents/mails/payment-received-mail.ts';
import { writeInviteMail, writeResetMail } from '#functions/documents/mails/reset-mail.ts';
import { writeStatementMail } from '#functions/documents/mails/statement-mail.ts';
import { writeTicketAnsweredMail } from '#functions/documents/mails/ticket-answered-mail.ts';
import { writeVerifyMail } from '#functions/documents/mails/verify-mail.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { MailKind } from '#shared/mails/mail-kinds.ts';
import { PROVIDER } from '#test/support/provider.ts';

const portal = 'https://portal.owconnect.example';
const at = '2026-11-20T12:05:00Z';
const token = 'Zm9yIHBpY3R1cmVzIG9ubHksIG5vYm9keSBjYW4';
const now = new Date(at);

export const SAMPLE_INVOICE = {
  invoiceNumber: 'INV-2026-000123',
  status: 'pending',
  totalCents: 86_300,
  creditedCents: 0,
  dueCents: 86_300,
  writtenOffCents: 0,
  owedCents: 86_300,
  reference: 'OW10002',
  dueDate: '2026-11-30',
  bank: BANK_ACCOUNT,
  supplierEmail: PROVIDER.email,
};

export const SAMPLE_STATEMENT = {
  from: '2026-09-01',
  to: '2026-11-20',
  opening: -120,
  closing: 1363,
  ageing: { notDue: 863, days30: 350, days60: 0, days90: 0, older: 150 },
};

const openItem = {
  kind: 'invoice' as const,
  invoiceId: 3,
  number: 'INV-2026-000123',
  date: '2026-11-01',
  writtenOff: 0,
};

export const SAMPLE_PAYING = {
  debt: {
    owed: 1363,
    items: [
      { ...openItem, dueDate: '2026-08-01', amountDue: 150 },
      { ...openItem, dueDate: '2026-11-01', amountDue: 350 },
      { ...openItem, dueDate: '2026-12-20', amountDue: 63 },
      { ...openItem, dueDate: '2026-11-30', amountDue: 800 },
    ],
  },
  reference: 'OW10002',
  bank: BANK_ACCOUNT,
};

export const NONE_STILL_PAYABLE = { amount: 0, invoices: 0, hasOpening: false, refunds: 0 };

const SAMPLES: Record<MailKind, MailContent> = {
  verify: writeVerifyMail({
    link: `${portal}/verify-email#${token}abc`,
    notMeLink: `${portal}/not-me#${token}xyz`,
    isChange: false,
    holds: '24 hours',
  }),
  change: writeVerifyMail({
    link: `${portal}/verify-email#${token}def`,
    notMeLink: `${portal}/not-me#${token}xyz`,
    isChange: true,
    holds: '60 minutes',
  }),
  reset: writeResetMail({
    link: `${portal}/reset-password#${token}abc`,
    notMeLink: `${portal}/not-me#${token}xyz`,
    holds: '30 minutes',
  }),
  invite: writeInviteMail({
    link: `${portal}/reset-password#${token}abc`,
    notMeLink: `${portal}/not-me#${token}xyz`,
    holds: '7 days',
  }),
  'password-changed': writePasswordChangedMail({ portal, at }),
  'new-sign-in': writeNewSignInMail({
    portal,
    at,
    browser: 'Firefox',
    system: 'Windows',
    address: '102.65.12.0/24',
  }),
  'change-asked': writeChangeAskedMail({
    newAddress: 'thandeka@ubuntu-textiles.example',
    at,
    notMeLink: `${portal}/not-me#${token}xyz`,
  }),
  'address-changed': writeAddressChangedMail({ at, contactEmail: PROVIDER.email }),
  'account-closed': writeAccountClosedMail({ at, contactEmail: PROVIDER.email }),
  'admin-reset-used': writeAdminResetUsedMail({
    admin: { name: 'ש'.repeat(100), surname: 'N'.repeat(100), owNumber: 'OW10007' },
    at,
  }),
  'factor-changed': writeFactorChangedMail({ change: 'all-removed', at, contactEmail: PROVIDER.email }),
  'admin-factor-changed': writeAdminFactorChangedMail({
    account: { name: 'ש'.repeat(100), surname: 'N'.repeat(100), owNumber: 'OW10007' },
    removedBy: { name: 'Refilwe', surname: 'Dlamini', owNumber: 'OW10001' },
    isFirst: false,
    at,
  }),
  'second-step-refused': writeSecondStepRefusedMail({ portal, at }),
  'recovery-code-used': writeRecoveryCodeUsedMail({ codesLeft: 0, at, contactEmail: PROVIDER.email }),
  'registration-refused': writeRegistrationRefusedMail({ portal, userId: 7, owNumber: 'OW10007', at }),
  invoice: writeInvoiceMail(SAMPLE_INVOICE, { portal, now }),
  'credit-note': writeCreditNoteMail(
    {
      creditNoteNumber: 'CN-2026-000012',
      invoiceNumber: 'INV-2026-000123',
      totalCents: 11_500,
      reason: 'not-delivered',
      explanation: `The line was down from 3 to 12 November. ${'It was '.repeat(60)}`,
      account: { balanceCents: -74_800, stillPayable: NONE_STILL_PAYABLE },
      supplierEmail: PROVIDER.email,
    },
    { portal },
  ),
  'payment-received': writePaymentReceivedMail(
    [
      {
        id: 12,
        userId: 7,
        kind: 'payment',
        date: '2026-11-19',
        bankDate: '2026-11-19',
        amount: 2000,
        method: 'eft',
        reference: 'OW10002',
        allocations: [
          { kind: 'invoice', invoiceId: 3, invoiceNumber: 'INV-2026-000123', amount: 863 },
          { kind: 'opening', invoiceId: null, invoiceNumber: null, amount: 637 },
        ],
        unallocated: 500,
        reversedAt: null,
        reversalReason: null,
        reversalBankDate: null,
      },
    ],
    { balanceCents: 50_000, stillPayable: NONE_STILL_PAYABLE },
    { portal, now },
  ),
  'payment-not-yours': writePaymentNotYoursMail(
    { date: '2026-11-19', bankDate: '2026-11-19', amount: 2000 },
    { balanceCents: -150_000, stillPayable: NONE_STILL_PAYABLE },
    { portal, now },
  ),
  statement: writeStatementMail(SAMPLE_STATEMENT, SAMPLE_PAYING, {
    portal,
    contactEmail: PROVIDER.email,
    now,
  }),
  'ticket-answered': writeTicketAnsweredMail({
    portal,
    ticketId: 4711,
    subject: 'No signal since Monday in Langebaan, and the router blinks red',
  }),
};

/** Returns a mail of a kind as it could be sent; that of a reset link of an administrator bears the longest names. */
export const makeSampleMail = (kind: MailKind) => renderMail(SAMPLES[kind], PROVIDER, portal);
