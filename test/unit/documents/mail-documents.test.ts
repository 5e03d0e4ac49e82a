import { describe, expect, it } from 'vitest';
import { writeInvoiceMail } from '#functions/documents/mails/invoice-mail.ts';
import { renderMail } from '#functions/documents/mails/mail-layout.ts';
import { oneLine } from '#functions/documents/mails/mail-parts.ts';
import { maskAddress } from '#functions/documents/mails/notice-mails.ts';
import { writePaymentReceivedMail } from '#functions/documents/mails/payment-received-mail.ts';
import { writeStatementMail } from '#functions/documents/mails/statement-mail.ts';
import { writeTicketAnsweredMail } from '#functions/documents/mails/ticket-answered-mail.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { AccountNow } from '#shared/invoices/still-payable.ts';
import { MAIL_KINDS } from '#shared/mails/mail-kinds.ts';
import {
  makeSampleMail,
  NONE_STILL_PAYABLE,
  SAMPLE_INVOICE,
  SAMPLE_PAYING,
  SAMPLE_STATEMENT,
} from '#test/support/mails/sample-mails.ts';
import { PROVIDER } from '#test/support/provider.ts';

const portal = 'https://portal.owconnect.example';

const wordsIn = (html: string): string =>
  html
    .replaceAll(/<(style|title)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

describe.each(MAIL_KINDS)('the mail of kind %s', (kind) => {
  const { subject, html, text } = makeSampleMail(kind);

  it('its HTML says what its text says, with every address as text', () => {
    const inHtml = wordsIn(html);
    const lines = text.split('\n').filter((line) => line !== '' && line !== '--');

    for (const line of lines.flatMap((each) => each.split(/: (?!\/\/)|:$/)).filter(Boolean)) {
      expect(inHtml).toContain(
        line
          .replaceAll(/[\u2068\u2069]/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );
    }
  });

  it('its text leaves out no word of its HTML', () => {
    const words = wordsIn(html.slice(html.indexOf('<h1'))).replaceAll('Or open this address:', '');
    const inText = text.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s+/g, ' ');

    expect(words.split(' ').filter((word) => !inText.includes(word))).toEqual([]);
  });

  it('it names the thing on one line, its language and both colour schemes', () => {
    expect(subject).toMatch(/^[^\p{Cc}]{10,200}$/u);
    expect(html).toContain('<html lang="en-ZA">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
  });

  it('it names the company with its registration number, address, mailbox and phone', () => {
    const sender =
      'Acme Telecom (Pty) Ltd · Registration number 2019/654321/07 · 1 Long Street, Cape Town, 8001 · accounts@acme.test · 021 555 0199';

    expect(text).toContain(sender);
    expect(html).toContain(sender);
  });

  it('it loads nothing: no picture, script, font or style from anywhere', () => {
    expect(html).not.toMatch(
      /<(img|script|link|iframe|object|video|source)\b|@import|@font-face|url\(|src=/i,
    );
  });

  it('it is small enough that no mailbox cuts it', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  });
});

it('the mail of an invoice names number, amount and day in its subject', () => {
  expect(makeSampleMail('invoice').subject).toBe(
    'Invoice INV-2026-000123 from OW Connect, R 863,00, due 30 November',
  );
});

it.each(MAIL_KINDS)('the mail of the kind %s ends with the address of the privacy notice', (kind) => {
  const { text, html } = makeSampleMail(kind);

  expect(text.trimEnd().split('\n').at(-1)).toBe(`Privacy notice: ${portal}/privacy`);
  expect(html).toContain(`href="${portal}/privacy"`);
});

it('the mail of a paid invoice asks for no payment', () => {
  const { subject, text } = renderMail(
    writeInvoiceMail({ ...SAMPLE_INVOICE, status: 'paid', dueCents: 0 }, { portal, now: new Date() }),
    PROVIDER,
    portal,
  );

  expect(subject).toBe('Invoice INV-2026-000123 from OW Connect, R 863,00');
  expect(text).not.toContain(BANK_ACCOUNT.accountNumber);
});

it("the mail of an invoice asks for what is still due, with the client's number as the reference", () => {
  const { subject, text } = renderMail(
    writeInvoiceMail(
      { ...SAMPLE_INVOICE, dueCents: 71_300 },
      { portal, now: new Date('2026-11-20T12:00:00Z') },
    ),
    PROVIDER,
    portal,
  );
  const words = text.replaceAll('\u00a0', ' ');

  expect(subject.replaceAll('\u00a0', ' ')).toBe(
    'Invoice INV-2026-000123 from OW Connect, R 713,00, due 30 November',
  );
  expect(words).toMatch(/Total: R 863,00\nAlready paid: R 150,00\nAmount due: R 713,00/);
  expect(words).toContain('Payment reference: OW10002');
  expect(words).toContain('Please pay by 30 November.');
});

it('the mail of an invoice tells what was credited apart from what was paid', () => {
  const { text } = renderMail(
    writeInvoiceMail(
      { ...SAMPLE_INVOICE, creditedCents: 11_300, dueCents: 60_000 },
      { portal, now: new Date(0) },
    ),
    PROVIDER,
    portal,
  );

  expect(text.replaceAll('\u00a0', ' ')).toMatch(
    /Total: R 863,00\nCredited: R 113,00\nAlready paid: R 150,00\nAmount due: R 600,00/,
  );
});

it('the mail of an invoice says what the client owes in total only if that is more than the invoice', () => {
  const write = (owedCents: number) =>
    renderMail(
      writeInvoiceMail({ ...SAMPLE_INVOICE, owedCents }, { portal, now: new Date(0) }),
      PROVIDER,
      portal,
    ).text.replaceAll('\u00a0', ' ');

  expect(write(136_300)).toContain('\nIn total you owe: R 1 363,00\n');
  expect(write(86_300)).not.toContain('In total');
});

it('the mail of a payment names what it paid by its number, and all else as on the screens', () => {
  const text = makeSampleMail('payment-received').text.replaceAll('\u00a0', ' ');

  expect(text).toContain(
    'Invoice: INV-2026-000123, R 863,00\nOpening balance: R 637,00\nCredit: R 500,00, for your next invoices',
  );
});

it('the mail of several payments says their sum, the day of each, and what they paid together', () => {
  const payment = {
    userId: 7,
    kind: 'payment' as const,
    method: 'eft' as const,
    reference: 'OW10002',
    reversedAt: null,
    reversalReason: null,
    reversalBankDate: null,
  };
  const invoice = { kind: 'invoice' as const, invoiceId: 3, invoiceNumber: 'INV-2026-000123' };
  const { subject, text } = renderMail(
    writePaymentReceivedMail(
      [
        {
          ...payment,
          id: 13,
          date: '2026-11-20',
          bankDate: '2026-11-20',
          amount: 300,
          allocations: [{ ...invoice, amount: 250 }],
          unallocated: 50,
        },
        {
          ...payment,
          id: 12,
          date: '2026-11-19',
          bankDate: '2026-11-19',
          amount: 100.1,
          allocations: [{ ...invoice, amount: 100.1 }],
          unallocated: 0,
        },
      ],
      { balanceCents: 5000, stillPayable: NONE_STILL_PAYABLE },
      { portal, now: new Date('2026-11-20T12:00:00Z') },
    ),
    PROVIDER,
    portal,
  );
  const words = text.replaceAll('\u00a0', ' ');

  expect(subject.replaceAll('\u00a0', ' ')).toBe('Payments received, R 400,10');
  expect(words).toContain('20 November: R 300,00\n19 November: R 100,10\nTogether: R 400,10');
  expect(words).toContain('They paid:');
  expect(words).toContain('Invoice: INV-2026-000123, R 350,10\nCredit: R 50,00, for your next invoices');
});

it('the mail that takes a thank-you back names the payment, and says what is owed now', () => {
  const text = makeSampleMail('payment-not-yours').text.replaceAll('\u00a0', ' ');

  expect(text).toContain('Amount: R 2 000,00\nDate: 19 November\n');
  expect(text).toContain('You still owe R 1 500,00.');
});

const PAYMENT = {
  id: 12,
  userId: 7,
  kind: 'payment' as const,
  date: '2026-11-19',
  bankDate: '2026-11-19',
  amount: 100,
  method: 'eft' as const,
  reference: null,
  allocations: [{ kind: 'invoice' as const, invoiceId: 3, invoiceNumber: 'INV-2026-000123', amount: 100 }],
  unallocated: 0,
  reversedAt: null,
  reversalReason: null,
  reversalBankDate: null,
};

const readPaymentMail = (payments: Parameters<typeof writePaymentReceivedMail>[0], account: AccountNow) =>
  renderMail(
    writePaymentReceivedMail(payments, account, { portal, now: new Date() }),
    PROVIDER,
    portal,
  ).text.replaceAll('\u00a0', ' ');

it.each([
  [-120_050, NONE_STILL_PAYABLE, 'You still owe R 1 200,50.'],
  [0, NONE_STILL_PAYABLE, 'Nothing is owed.'],
  [50_000, NONE_STILL_PAYABLE, 'Nothing is owed, and you have R 500,00 credit.'],
  [
    0,
    { ...NONE_STILL_PAYABLE, amount: 337, invoices: 1 },
    'Nothing is owed in our books. R 337,00 of an older invoice is still payable.',
  ],
  [
    50_000,
    { amount: 1337, invoices: 2, hasOpening: true, refunds: 1 },
    'Nothing is owed in our books, and you have R 500,00 credit. R 1 337,00 of 2 older invoices and the opening balance and a refund is still payable.',
  ],
])(
  'the mail of a payment says for a balance of %s cents and %o written off: %s',
  (balanceCents, stillPayable, sentence) => {
    expect(readPaymentMail([PAYMENT], { balanceCents, stillPayable }).split('\n')).toContain(sentence);
  },
);

it('the mail of a payment names what it paid of an opening balance apart from a refund', () => {
  const part = { invoiceId: null, invoiceNumber: null };
  const text = readPaymentMail(
    [
      {
        ...PAYMENT,
        allocations: [
          { ...part, kind: 'opening', amount: 60 },
          { ...part, kind: 'refund', amount: 40 },
        ],
      },
      { ...PAYMENT, allocations: [{ ...part, kind: 'refund', amount: 5 }] },
    ],
    { balanceCents: 0, stillPayable: NONE_STILL_PAYABLE },
  );

  expect(text).toContain('Opening balance: R 60,00\nRefund: R 45,00\n');
});

it('the mail of a statement says its balances, the ages of what is owed, and what to pay by when', () => {
  const { subject, text } = makeSampleMail('statement');
  const words = text.replaceAll('\u00a0', ' ');

  expect(subject.replaceAll('\u00a0', ' ')).toBe('Statement from OW Connect, you owe R 1 363,00');
  expect(words).toContain('Opening balance: R 120,00 credit\nClosing balance: R 1 363,00');
  expect(words).toContain('Not yet due: R 863,00\n1–30 days late: R 350,00\nOver 90 days late: R 150,00\n');
  expect(words).toContain(
    'Now (overdue): R 500,00\nBy 30 November: R 800,00\nBy 20 December: R 63,00\nIn total you owe: R 1 363,00',
  );
  expect(words).toContain('Payment reference: OW10002');
  expect(words.indexOf('Please pay:')).toBeLessThan(words.indexOf('Opening balance'));
});

it('the mail of a statement with one debt says its sum when it must be paid, as the closing balance and by its age, nothing else', () => {
  const { text } = renderMail(
    writeStatementMail(
      {
        ...SAMPLE_STATEMENT,
        closing: 475,
        ageing: { notDue: 0, days30: 475, days60: 0, days90: 0, older: 0 },
      },
      {
        ...SAMPLE_PAYING,
        debt: {
          owed: 475,
          items: [
            {
              kind: 'invoice',
              invoiceId: 1,
              number: null,
              date: '2026-11-01',
              dueDate: '2026-11-15',
              amountDue: 475,
              writtenOff: 0,
            },
          ],
        },
      },
      { portal, contactEmail: PROVIDER.email, now: new Date('2026-11-20T12:00:00Z') },
    ),
    PROVIDER,
    portal,
  );
  const words = text.replaceAll('\u00a0', ' ');

  expect(words.match(/.*R 475,00.*/g)).toEqual([
    'Now (overdue): R 475,00',
    'Closing balance: R 475,00',
    '1–30 days late: R 475,00',
  ]);
});

it('the mail of a statement sums up what is due after the fifth day', () => {
  const items = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    kind: 'invoice' as const,
    invoiceId: day,
    number: null,
    date: '2026-11-01',
    dueDate: `2026-12-0${day}`,
    amountDue: 10.1,
    writtenOff: 0,
  }));
  const { text } = renderMail(
    writeStatementMail(
      SAMPLE_STATEMENT,
      { ...SAMPLE_PAYING, debt: { owed: 70.7, items } },
      { portal, contactEmail: PROVIDER.email, now: new Date('2026-11-20T12:00:00Z') },
    ),
    PROVIDER,
    portal,
  );

  expect(text.replaceAll('\u00a0', ' ')).toContain(
    'By 5 December: R 10,10\nLater: R 20,20\nIn total you owe: R 70,70',
  );
});

it('the mail of a statement asks a client who owes nothing for no payment', () => {
  const { subject, text } = renderMail(
    writeStatementMail(
      { ...SAMPLE_STATEMENT, closing: 0, ageing: { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 } },
      { ...SAMPLE_PAYING, debt: { owed: 0, items: [] } },
      { portal, contactEmail: PROVIDER.email, now: new Date('2026-11-20T12:00:00Z') },
    ),
    PROVIDER,
    portal,
  );

  expect(subject).toBe('Statement from OW Connect, nothing to pay');
  expect(text).toContain('There is nothing to pay.');
  expect(text).not.toContain(BANK_ACCOUNT.accountNumber);
});

const writtenOff = (amount: number) => ({
  kind: 'invoice' as const,
  invoiceId: 1,
  number: null,
  date: '2026-11-01',
  dueDate: '2026-12-04',
  amountDue: 0,
  writtenOff: amount,
});

it('the mail of a statement says what is still payable and how to pay it, though nothing is owed in our books', () => {
  const { subject, text } = renderMail(
    writeStatementMail(
      { ...SAMPLE_STATEMENT, closing: 0 },
      { ...SAMPLE_PAYING, debt: { owed: 0, items: [writtenOff(337)] } },
      { portal, contactEmail: PROVIDER.email, now: new Date('2026-11-20T12:00:00Z') },
    ),
    PROVIDER,
    portal,
  );

  expect(subject.replaceAll('\u00a0', ' ')).toBe('Statement from OW Connect, R 337,00 still payable');
  expect(text.replaceAll('\u00a0', ' ')).toContain('R 337,00 of an older invoice is still payable.');
  expect(text).toContain(BANK_ACCOUNT.accountNumber);
  expect(text).not.toContain('nothing to pay');
});

it('the mail of a statement asks for what is owed without what is written off, which it names apart', () => {
  const { text } = renderMail(
    writeStatementMail(
      SAMPLE_STATEMENT,
      {
        ...SAMPLE_PAYING,
        debt: { owed: 1363, items: [...SAMPLE_PAYING.debt.items, writtenOff(100), writtenOff(200.5)] },
      },
      { portal, contactEmail: PROVIDER.email, now: new Date('2026-11-20T12:00:00Z') },
    ),
    PROVIDER,
    portal,
  );
  const words = text.replaceAll('\u00a0', ' ');

  expect(words).toContain('In total you owe: R 1 363,00');
  expect(words).toContain('R 300,50 of 2 older invoices is still payable.');
  expect(words).not.toContain('4 December');
});

it.each([
  [
    'wholly',
    { dueCents: 0, writtenOffCents: 86_300 },
    'R 863,00 still payable',
    'R 863,00 of it is no longer in our books, and still payable.',
    'Total: R 863,00\nStill payable: R 863,00\nDue date',
  ],
  [
    'in part',
    { dueCents: 50_000, writtenOffCents: 33_700 },
    'R 500,00, due 30 November, R 337,00 still payable',
    'Please pay by 30 November. R 337,00 of it is no longer in our books, and still payable.',
    'Total: R 863,00\nAlready paid: R 26,00\nAmount due: R 500,00\nStill payable: R 337,00\nDue date',
  ],
])(
  'the mail of an invoice that is written off %s says what is still payable, and never that it was paid',
  (_, amounts, sums, sentence, facts) => {
    const { subject, text } = renderMail(
      writeInvoiceMail({ ...SAMPLE_INVOICE, ...amounts }, { portal, now: new Date('2026-11-20T12:00:00Z') }),
      PROVIDER,
      portal,
    );
    const words = text.replaceAll('\u00a0', ' ');

    expect(subject.replaceAll('\u00a0', ' ')).toBe(`Invoice INV-2026-000123 from OW Connect, ${sums}`);
    expect(words).toContain(sentence);
    expect(words).toContain(facts);
    expect(words).toContain('Payment reference: OW10002');
  },
);

it('a subject that somebody typed begins no other header, and its markup stays text', () => {
  const subject = '<b>Hi</b>\r\nBcc: victim@example.com\u2028x';
  const mail = renderMail(writeTicketAnsweredMail({ portal, ticketId: 1, subject }), PROVIDER, portal);

  expect(mail.subject).toBe('We answered your ticket: <b>Hi</b> Bcc: victim@example.com x');
  expect(mail.html).not.toContain('<b>');
  expect([...oneLine('x'.repeat(400))]).toHaveLength(200);
});

it('the mail about an answer leads to its ticket', () => {
  const mail = renderMail(writeTicketAnsweredMail({ portal, ticketId: 12, subject: 'Hi' }), PROVIDER, portal);

  expect(mail.text).toContain(`${portal}/client?section=support&open=ticket.view%3A12`);
});

it('the mails of a sole proprietor name no registration number', () => {
  const content = writeTicketAnsweredMail({ portal, ticketId: 1, subject: 'Hi' });

  expect(renderMail(content, { ...PROVIDER, registrationNumber: null }, portal).text).not.toContain(
    'Registration',
  );
});

it.each([
  ['thandeka@ubuntu-textiles.example', 't•••@u•••.example'],
  ['a@b.co.za', 'a•••@b•••.za'],
])('the address %s is masked as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});
