import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { expect } from 'vitest';
import { renderMail } from '#functions/documents/mails/mail-layout.ts';
import { writeStatementMail } from '#functions/documents/mails/statement-mail.ts';
import type { AddressedMail } from '#functions/domain/mails/may-be-sent.ts';
import {
  type WriteBusinessMailPorts,
  writeBusinessMail,
} from '#functions/domain/mails/write-business-mail.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { Debt, OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { sumStillPayable } from '#shared/invoices/still-payable.ts';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';
import { SAMPLE_INVOICE, SAMPLE_PAYING, SAMPLE_STATEMENT } from '#test/support/mails/sample-mails.ts';
import { PROVIDER, SELLER } from '#test/support/provider.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';
import { makeOwnUser, makeUserDetail, makeUserSummary } from '#test/support/users/made-users.ts';
import { TakeBackDialog } from '#web/components/money/take-back-write-off-dialog.tsx';
import { WriteOffDialog } from '#web/components/money/write-off-dialog.tsx';
import { StatementView } from '#web/features/debtors/statement-view.tsx';
import { CreditNoteDialog } from '#web/features/invoices/credit-notes/credit-note-dialog.tsx';
import { wordCredit } from '#web/features/invoices/credit-notes/credit-use.tsx';
import { planCredit } from '#web/features/invoices/credit-notes/plan-credit.ts';
import { InvoiceDialog } from '#web/features/invoices/invoice-dialog.tsx';
import { INVOICE_DIALOGS } from '#web/features/invoices/invoice-dialogs.ts';
import { AmountParts, RestDue } from '#web/features/invoices/invoice-list.tsx';
import { paidCentsOf, restCentsOf } from '#web/features/invoices/invoice-money.ts';
import { stateOf } from '#web/features/invoices/invoice-state.ts';
import { InvoiceStatusBadge } from '#web/features/invoices/invoice-status-badge.tsx';
import { INVOICE_ACTS, mayAsk } from '#web/features/invoices/may-ask.ts';
import { AmountOwed } from '#web/features/invoices/own/amount-owed.tsx';
import { OtherItems } from '#web/features/invoices/own/other-items.tsx';
import { OwnInvoiceRows } from '#web/features/invoices/own/own-invoice-rows.tsx';
import { OpenInvoices } from '#web/features/invoices/own/own-open-invoices.tsx';
import { PaidInvoices } from '#web/features/invoices/own/paid-invoices.tsx';
import { VoidDialog } from '#web/features/invoices/void-dialog.tsx';
import { ChosenInvoices } from '#web/features/payments/chosen-invoices.tsx';
import { OpenItemsDialog } from '#web/features/payments/open-items-dialog.tsx';
import {
  entryForInvoice,
  likelyAmounts,
  newPayment,
  type PaymentForm,
  type ReadyPayment,
} from '#web/features/payments/payment-form.ts';
import { PaymentPreview } from '#web/features/payments/payment-preview.tsx';
import { RefundDialog } from '#web/features/payments/refund-dialog.tsx';
import { ClientSummary } from '#web/features/users/record/client-summary.tsx';
import { planMoney, wordOutcome } from '#web/lib/money/money-outcome.ts';
import { json, openBrowser } from './screen.tsx';

/** An item in one state: an invoice, or what is open without one. */
export interface ItemInState {
  invoice?: Invoice;
  /** What is open of it; nothing of an invoice that is paid, credited or void. */
  open?: OpenItem;
}

/** Returns what a place says of an item, and '' if it says nothing. */
export type Probe = (item: ItemInState) => string | Promise<string>;

const CLIENT = 'Naledi Mokoena, OW10007';
const onClose = () => undefined;
const STEPS = { title: 'Title', onClose, onDone: onClose, onNext: onClose };

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

const debtOf = ({ open }: ItemInState): Debt => ({
  owed: open?.amountDue ?? 0,
  credit: 0,
  takenOn: null,
  items: open ? [open] : [],
});

/** Shows something in a browser that knows one client with this item, and reads it once all has arrived. */
const readShown = async (
  item: ItemInState,
  shown: ReactElement,
  read: () => Element | null | undefined = () => document.body,
): Promise<string> => {
  const { invoice } = item;
  const debt = debtOf(item);
  const { show, queryClient } = await openBrowser({
    'GET /api/users/7/debt': () => json(debt),
    'GET /api/users/7/invoices': () => json(invoice ? [invoice] : []),
    'GET /api/users/7/credit-notes': () => json([]),
    'GET /api/invoices/3': () => json({ ...invoice, lineItems: [], vatPercent: null }),
    'GET /api/billing-details': () => json({ isTaxInvoice: false, termsDays: 7, bank: BANK_ACCOUNT }),
    'GET /api/admin/users/7': () => json({ ...makeUserDetail(), User_Debit: -debt.owed }),
    'GET /api/admin/users/7/summary': () =>
      json(makeUserSummary({ owed: debt.owed, writtenOff: item.open?.writtenOff ?? 0 })),
    'GET /api/users/7/statement?from=2026-11-01&to=2026-11-20': () =>
      json({
        userId: 7,
        from: '2026-11-01',
        to: '2026-11-20',
        opening: debt.owed,
        lines: [],
        closing: debt.owed,
        ageing: { notDue: debt.owed, days30: 0, days60: 0, days90: 0, older: 0 },
        credit: 0,
        due: debt.owed,
        stillPayable: sumStillPayable(debt.items),
      }),
  });
  await act(async () => show(shown));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull());
  // What a form reads once it is there.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const text = plain(read()?.textContent);
  cleanup();

  return text;
};

const dialogText = () => screen.queryByRole('dialog');
/** What a dialog says before anything is typed. */
const outcomeIn = () => dialogText()?.querySelector('form [aria-live=polite]');

/** Reads only the sentences that say something of the state. */
const keep = (text: string, words: RegExp): string => text.match(words)?.map(plain).join(' ') ?? '';

const ofInvoice =
  (probe: (invoice: Invoice, item: ItemInState) => string | Promise<string>): Probe =>
  (item) =>
    item.invoice ? probe(item.invoice, item) : '';

const ofOpen =
  (probe: (open: OpenItem, item: ItemInState) => string | Promise<string>): Probe =>
  (item) =>
    item.open ? probe(item.open, item) : '';

const Choices = ({ items }: { items: readonly OpenItem[] }) => {
  const form = useForm<PaymentForm, unknown, ReadyPayment>({ defaultValues: newPayment() });

  return <ChosenInvoices form={form} items={items} />;
};

const cents = (amount: number | undefined) => centsFromAmount(amount ?? 0);

/** The lines of a mail's text that bear an amount or ask for something. */
const linesWith = (text: string, words: RegExp): string =>
  plain(
    text
      .split('\n')
      .filter((line) => words.test(line))
      .join(' / '),
  );

const ASKS = /Total|Credited|paid|Amount due|till payable|owe|nothing|pay by/;
const MAIL = { portal: 'https://portal.owconnect.example', now: new Date('2026-11-20T10:00:00Z') };

const MAIL_OF_INVOICE: AddressedMail = {
  mailId: '0199a1b2-0000-7000-8000-000000000001',
  kind: 'invoice',
  about: { invoiceId: 3 },
  address: 'naledi@mokoena.example',
  blockedBy: null,
  state: 'waiting',
  isPaused: false,
  createdAt: MAIL.now,
  triedAt: null,
  account: {
    userId: 7,
    name: 'Naledi',
    surname: 'Mokoena',
    email: 'naledi@mokoena.example',
    isEmailVerified: true,
    isActive: true,
    isAdmin: false,
    pendingEmail: null,
    mailsAreOn: true,
    needsNoInvitation: false,
  },
};

const portsOfMail = (invoice: Invoice): WriteBusinessMailPorts => ({
  database: stubDatabase({
    mailWork: {
      findInvoice: async () => ({
        ...SAMPLE_INVOICE,
        userId: 7,
        status: invoice.status,
        totalCents: cents(invoice.totalAmount),
        creditedCents: cents(invoice.credited),
        dueCents: cents(invoice.amountDue),
        writtenOffCents: cents(invoice.writtenOff),
        owedCents: cents(invoice.amountDue),
        file: { name: 'INV-2026-000003.pdf', id: 'file', driveId: null },
      }),
    },
  }),
  invoiceFiles: { download: async () => new Uint8Array() },
  mailPace: { portalOrigin: MAIL.portal },
  supplier: SELLER,
});

/** What each place that shows or uses an item does with it, by the file of the place. */
export const PROBES: Record<string, Probe> = {
  'functions/documents/mails/invoice-mail.ts': ofInvoice(async (invoice) => {
    const mail = await writeBusinessMail(portsOfMail(invoice), MAIL_OF_INVOICE, MAIL.now);

    return typeof mail === 'string'
      ? `not sent: ${mail}`
      : `${plain(mail.subject.split('OW Connect, ')[1])} | ${linesWith(mail.text, ASKS)}`;
  }),

  'functions/documents/mails/statement-mail.ts': (item) => {
    const { subject, text } = renderMail(
      writeStatementMail(
        { ...SAMPLE_STATEMENT, opening: 0, closing: debtOf(item).owed },
        { ...SAMPLE_PAYING, debt: debtOf(item) },
        { ...MAIL, contactEmail: PROVIDER.email },
      ),
      PROVIDER,
      MAIL.portal,
    );

    return `${plain(subject.split('OW Connect, ')[1])} | ${linesWith(text, /till payable|you owe|nothing|^By /)}`;
  },

  'web/components/money/write-off-dialog.tsx': async (item) => {
    const { invoice, open } = item;
    if (invoice) {
      const props = { item: { userId: 7, clientName: CLIENT, invoice }, ...STEPS };
      const texts = [
        mayAsk('invoice.write-off', invoice) &&
          (await readShown(item, <WriteOffDialog {...props} />, outcomeIn)),
        mayAsk('invoice.take-back', invoice) &&
          (await readShown(item, <TakeBackDialog {...props} />, outcomeIn)),
      ];

      return texts.filter((text) => text !== false).join(' | ');
    }
    if (open?.kind !== 'opening') {
      return '';
    }
    const props = { item: { userId: 7, clientName: undefined }, ...STEPS };
    const writeOff = await readShown(item, <WriteOffDialog {...props} />, dialogText);
    const takeBack = await readShown(item, <TakeBackDialog {...props} />, dialogText);
    const words = /Nothing of .*?(?=The)|In our books: .*?\.|The client then .*?\./g;

    return [keep(writeOff, words), keep(takeBack, words)].join(' | ');
  },

  'web/features/invoices/own/amount-owed.tsx': (item) =>
    readShown(
      item,
      <AmountOwed user={makeOwnUser({ User_Id: 7 })} on="invoices" />,
      () => screen.getByRole('heading', { level: 2 }).parentElement,
    ),

  'web/features/invoices/credit-notes/credit-note-dialog.tsx': ofInvoice((invoice, item) =>
    mayAsk('invoice.credit', invoice)
      ? readShown(
          item,
          <CreditNoteDialog
            {...STEPS}
            userId={7}
            client={undefined}
            subject={{ invoiceId: invoice.id, start: {} }}
          />,
          () => screen.getByText(/paid, .* due\./),
        )
      : '',
  ),

  'web/features/invoices/may-ask.ts': ofInvoice((invoice) =>
    INVOICE_ACTS.filter((act) => mayAsk(act, invoice))
      .map((act) => INVOICE_DIALOGS[act].label)
      .join(', '),
  ),

  'web/features/invoices/invoice-dialog.tsx': ofInvoice((_, item) =>
    readShown(
      item,
      <InvoiceDialog userId={7} invoiceId={3} actOn={undefined} isOwn onClose={onClose} />,
      () => document.querySelector('tfoot'),
    ),
  ),

  'web/features/invoices/invoice-list.tsx': ofInvoice((invoice, item) =>
    readShown(
      item,
      <>
        <AmountParts invoice={invoice} isOwn={false} />
        <RestDue invoice={invoice} isOwn={false} />
      </>,
    ),
  ),

  'web/features/invoices/invoice-money.ts': ofInvoice(
    (invoice) =>
      `${amountFromCents(paidCentsOf(invoice))} paid, ${amountFromCents(restCentsOf(invoice))} can be credited`,
  ),

  'web/features/invoices/invoice-state.ts': ofInvoice(
    (invoice) => `${stateOf(invoice, { isOwn: false }).label} | ${stateOf(invoice, { isOwn: true }).label}`,
  ),

  'web/features/invoices/invoice-status-badge.tsx': ofInvoice((invoice, item) =>
    readShown(item, <InvoiceStatusBadge invoice={invoice} />),
  ),

  'web/features/invoices/own/other-items.tsx': ofOpen((open, item) =>
    open.kind === 'invoice' ? '' : readShown(item, <OtherItems items={[open]} />),
  ),

  'web/features/invoices/owed.ts': ofInvoice(async (_, item) => {
    const open = await readShown(item, <OpenInvoices userId={7} />);
    const settled = await readShown(item, <PaidInvoices userId={7} />);

    return [open.includes('INV-') && 'open', settled.includes('INV-') && 'settled'].filter(Boolean).join();
  }),

  'web/features/invoices/own/own-invoice-rows.tsx': ofInvoice((invoice, item) =>
    readShown(item, <OwnInvoiceRows invoices={[invoice]} />),
  ),

  'web/features/invoices/credit-notes/plan-credit.ts': ofInvoice((invoice, item) => {
    if (!mayAsk('invoice.credit', invoice)) {
      return '';
    }
    const { reducedCents, freedCents, outcome } = planCredit(invoice, debtOf(item), restCentsOf(invoice));

    return plain(`${wordCredit(reducedCents, freedCents)} ${wordOutcome(outcome)}`);
  }),

  'web/features/invoices/void-dialog.tsx': ofInvoice((invoice, item) =>
    mayAsk('invoice.void', invoice)
      ? readShown(
          item,
          <VoidDialog {...STEPS} userId={7} client={undefined} subject={invoice.id} />,
          outcomeIn,
        )
      : '',
  ),

  'web/features/payments/chosen-invoices.tsx': ofOpen((open, item) =>
    readShown(item, <Choices items={[open]} />),
  ),

  'web/features/payments/open-items-dialog.tsx': (item) =>
    readShown(
      item,
      <OpenItemsDialog {...STEPS} subject={undefined} userId={7} client={undefined} />,
      () => within(screen.getByRole('dialog')).getByText('Owed').parentElement?.parentElement,
    ),

  'web/features/payments/payment-form.ts': ofOpen((open, item) => {
    const likely = likelyAmounts(debtOf(item), new Date()).map(
      ({ label, cents: of }) => `${label} ${of / 100}`,
    );

    return [...likely, `named ${entryForInvoice(open, newPayment())}`].join(', ');
  }),

  'web/features/payments/payment-preview.tsx': ofOpen((open, item) => {
    const payable = cents(open.amountDue) + cents(open.writtenOff);

    return readShown(
      item,
      <PaymentPreview
        debt={debtOf(item)}
        amountCents={payable}
        namedCents={new Map(open.kind === 'refund' ? [] : [[open.invoiceId, payable]])}
      />,
    );
  }),

  'web/features/payments/refund-dialog.tsx': async (item) =>
    keep(
      await readShown(
        item,
        <RefundDialog {...STEPS} subject={undefined} userId={7} client={undefined} />,
        dialogText,
      ),
      /(The client owes|Nothing is owed) .*?(?=Back)/g,
    ),

  'web/features/debtors/statement-view.tsx': async (item) =>
    keep(
      await readShown(
        item,
        <StatementView
          userId={7}
          owner={undefined}
          period={{ from: '2026-11-01', to: '2026-11-20' }}
          onPeriodChange={onClose}
          howToPay={<p>How to pay</p>}
        />,
        () => screen.getByRole('heading', { level: 2 }).parentElement,
      ),
      /^.*?2026\/11\/20|R [\d,]+ of .*? payable\./g,
    ),

  'web/features/users/record/client-summary.tsx': (item) =>
    readShown(item, <ClientSummary userId={7} />, () => document.querySelector('dl > div')),

  'web/lib/money/money-outcome.ts': (item) => plain(wordOutcome(planMoney(debtOf(item), 10_000).outcome)),
};
