import type { IssuedCreditNote } from '#shared/invoices/issued-credit-note.ts';
import { vatPortionCents } from '#shared/money.ts';
import type { readPdf } from '#test/support/invoices/read-pdf.ts';
import { makeInvoice, makeTerms } from './invoices.ts';

/** The foot of each page is printed below this height. */
const FOOT_POINTS = 45;

const NO_ADDRESS = {
  organisation: null,
  address: null,
  town: null,
  postalCode: null,
  state: null,
  country: null,
  vatNumber: null,
};

/** Kinds of clients by how much of the first page their block takes. */
export const CLIENT_KINDS = {
  'no address': { buyer: NO_ADDRESS },
  'town only': { buyer: { ...NO_ADDRESS, town: 'Worcester' } },
  'four address lines': { buyer: { organisation: null, vatNumber: null } },
  'company with VAT number': {},
  'part paid from credit': { buyer: { organisation: null, vatNumber: null }, terms: { creditCents: 1 } },
};

const COMPLAINTS =
  'Complaints: complaints@owconnect.example. We answer within 14 days; after that you may turn to ICASA, www.icasa.org.za.';
const LONG_BANK = {
  bankName: 'The Standard Bank of South Africa Limited, Corporate and Investment Banking, Rosebank Branch',
  accountName: 'OW Connect and Broadband Services of the Western Cape and the Karoo (Proprietary) Limited',
  accountType: 'Business current account with notice deposit',
  branchCode: '051001',
  accountNumber: '012 345 678 901 234 567 890 123 456',
};

/** Kinds of settings by the size of the payment block. */
export const SETTING_KINDS = {
  'default texts': { supplier: { complaints: COMPLAINTS } },
  'no text about complaints': {},
  'the longest texts': {
    supplier: { complaints: COMPLAINTS.repeat(3).slice(0, 255) },
    terms: { bank: LONG_BANK },
  },
  'the widest texts': {
    supplier: { complaints: 'W'.repeat(255) },
    terms: {
      bank: {
        ...LONG_BANK,
        bankName: 'W'.repeat(100),
        accountName: 'W'.repeat(100),
        accountType: 'W'.repeat(50),
      },
    },
  },
  'without VAT': { supplier: { vatNumber: null, complaints: COMPLAINTS } },
  'nothing to pay': { supplier: { complaints: COMPLAINTS }, isPaid: true },
};

/** Returns an invoice of a kind with a number of lines. */
export const makeInvoiceOfKind = (
  client: keyof typeof CLIENT_KINDS,
  setting: keyof typeof SETTING_KINDS,
  count: number,
) => {
  const { buyer = {}, terms: clientTerms = {} }: Parameters<typeof makeInvoice>[0] = CLIENT_KINDS[client];
  const {
    supplier,
    terms,
    isPaid = false,
  }: Parameters<typeof makeInvoice>[0] & { isPaid?: boolean } = SETTING_KINDS[setting];
  const paid = isPaid ? makeTerms(count * 39_700) : {};

  return makeInvoice({
    amountsCents: Array(count).fill(39_700),
    buyer,
    ...(supplier && { supplier }),
    terms: { ...clientTerms, ...terms, ...paid },
  });
};

/** Returns a credit note for every line of such an invoice, each with the days that were not billed. */
export const makeCreditNoteOfKind = (
  client: keyof typeof CLIENT_KINDS,
  setting: keyof typeof SETTING_KINDS,
  count: number,
): IssuedCreditNote => {
  const { buyer, supplier, lines, totalCents, createdAt, invoiceNumber } = makeInvoiceOfKind(
    client,
    setting,
    count,
  );

  return {
    creditNoteNumber: 'CN-2026-000007',
    createdAt,
    totalCents,
    vatCents: supplier.vatNumber === null ? null : vatPortionCents(totalCents, 15),
    reason: 'not-delivered',
    explanation: 'Three days without a signal',
    buyer,
    supplier,
    terms: { layout: 1, vatPercent: 15, invoiceNumber, invoicedAt: createdAt, invoiceCents: totalCents },
    lines: lines.map(({ description, amountCents }, index) => ({
      lineId: index + 1,
      description,
      amountCents,
      from: '2026-11-21',
      to: '2026-11-30',
    })),
    copiedAt: null,
  };
};

/** Says what stands on each page; `room` is what is free above the foot, in mm, and negative if a text reaches into it. */
export const describePages = ({ pages }: Awaited<ReturnType<typeof readPdf>>) =>
  pages.map(({ text, heights }) => ({
    lines: text.match(/Uncapped 5G data/g)?.length ?? 0,
    hasHead: text.includes('No.Description'),
    hasTotals: /Total( credited)?(,? including VAT)?R\u00A0/.test(text),
    hasBlock: /How to pay by EFT.*Account number|There is nothing|What it corrects/.test(text),
    room: Math.min(...[...heights.values()].filter((height) => height > FOOT_POINTS)) / (72 / 25.4) - 20,
  }));

type Described = ReturnType<typeof describePages>;

/** Returns what is wrong with the pages of a document with this number of lines. */
export const findFaults = (pages: Described, count: number): string[] => {
  const last = pages.at(-1);
  const faults = {
    'a line is missing or printed twice': pages.reduce((sum, { lines }) => sum + lines, 0) !== count,
    'a further page has no line': pages.slice(1).some(({ lines }) => lines === 0),
    'a head without lines, or lines without a head': pages.some(
      ({ lines, hasHead }) => hasHead !== lines > 0,
    ),
    'the totals are not on the last page alone': pages.some(
      ({ hasTotals }, index) => hasTotals !== (index === pages.length - 1),
    ),
    'the block is not on the last page alone': pages.some(
      ({ hasBlock }, index) => hasBlock !== (index === pages.length - 1),
    ),
    'a text reaches into the foot': !last || pages.some(({ room }) => room < 0),
  };

  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
};
