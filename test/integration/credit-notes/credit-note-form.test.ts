import { expect, it } from 'vitest';
import { makeRandom, type Random } from '#local/seed/random.ts';
import type { Invoice, InvoiceWithLines } from '#shared/contract/invoices.ts';
import { dayAfter, startOfDay } from '#shared/dates.ts';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';
import {
  type ChosenLine,
  changeDays,
  chooseLine,
  creditNoteForm,
  freeCentsBeside,
  newCreditNote,
  restCentsOfLine,
} from '#web/features/invoices/credit-notes/credit-note-form.ts';
import { restCentsOf } from '#web/features/invoices/invoice-money.ts';

const NOTES_MAX = 8;

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Issues an invoice over two months of a service and a line without days. */
const issueInvoice = async (): Promise<number> => {
  const userId = await addUser(portal, {});
  const { body: service } = await portal.call('POST', `/api/admin/users/${userId}/services`, {
    cookie: admin.cookie,
    body: { accountType: 'Fixed 5G', pricePerMonth: 300 },
  });
  const lineItems = [
    { description: 'November', amount: 300, serviceId: service.id, from: '2026-11-01', to: '2026-11-30' },
    { description: 'December', amount: 0.07, serviceId: service.id, from: '2026-12-01', to: '2026-12-31' },
    { description: 'Cable', amount: 33.33, quantity: 3 },
  ];
  const { body } = await portal.call('POST', '/api/invoices', {
    cookie: admin.cookie,
    body: { userId, lineItems },
  });

  return body.id;
};

/** Chooses lines as a person does: those that the form offers, as it fills them in, some with fewer days. */
const fillIn = (random: Random, invoice: Invoice & InvoiceWithLines): ChosenLine[] => {
  const restCents = restCentsOf(invoice);
  const chosen: ChosenLine[] = [];
  for (const line of invoice.lineItems) {
    const freeCents = freeCentsBeside(restCents, chosen);
    if (Math.min(freeCents, restCentsOfLine(line)) > 0 && random.chance(0.6)) {
      const whole = chooseLine(line, freeCents);
      const from =
        line.from !== null && line.to !== null
          ? dayAfter(startOfDay(line.from), random.integer(0, daysBetween(line.from, line.to)))
          : '';
      chosen.push(random.chance(0.7) ? changeDays(line, whole, { from }, freeCents) : whole);
    }
  }

  return chosen;
};

it.each([1, 2, 3, 4, 5, 6])(
  'after any credit notes, what the form fills in is accepted (seed %i)',
  async (seed) => {
    const random = makeRandom(seed);
    const money = moneyCalls(portal, admin);
    const invoiceId = await issueInvoice();
    let issued = 0;
    for (let turn = 0; turn < NOTES_MAX; turn += 1) {
      const invoice = (await money.readInvoice(invoiceId)).body;
      const restCents = restCentsOf(invoice);
      if (restCents === 0) {
        break;
      }
      const lines = fillIn(random, invoice);
      const isByAmount = lines.length === 0 || random.chance(0.2);
      const cents = random.integer(1, Math.max(1, Math.floor(restCents / 4)));
      const form = {
        ...newCreditNote(restCents, invoice.lineItems, {}),
        by: isByAmount ? ('amount' as const) : ('lines' as const),
        amount: String(amountFromCents(cents)),
        lines,
        reason: 'error' as const,
        explanation: 'The speed was never delivered',
      };
      const values = creditNoteForm.parse(form);

      const { status, body } = await money.credit(invoiceId, values);
      expect({ status, sentence: body.message, values }).toEqual({
        status: 201,
        sentence: undefined,
        values,
      });
      const after = (await money.readInvoice(invoiceId)).body;
      expect(centsFromAmount(after.credited)).toBe(
        centsFromAmount(invoice.credited) + centsFromAmount(body.totalAmount),
      );
      issued += 1;
    }
    expect(issued).toBeGreaterThan(1);
  },
);
