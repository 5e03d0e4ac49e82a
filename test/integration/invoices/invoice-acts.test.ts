import { beforeAll, expect, it } from 'vitest';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';
import { INVOICE_ACTS, type InvoiceAct, mayAsk } from '#web/features/invoices/may-ask.ts';

let money: ReturnType<typeof moneyCalls>;

beforeAll(() => {
  money = moneyCalls(portal, admin);
});

/** Brings an invoice of R 100 into a state. */
type Step = (invoiceId: number, userId: number) => Promise<unknown>;

const pay =
  (amount: number): Step =>
  (_, userId) =>
    money.pay(userId, { amount });
const credit =
  (amount: number): Step =>
  (invoiceId) =>
    money.credit(invoiceId, { amount });
const writeOff =
  (amount: number): Step =>
  (invoiceId) =>
    money.writeOff(invoiceId, { amount });

const ACTS: Record<InvoiceAct, (invoiceId: number) => Promise<{ status: number }>> = {
  'invoice.mark-paid': (invoiceId) => money.setStatus(invoiceId, 'paid'),
  'invoice.credit': (invoiceId) => money.credit(invoiceId, { amount: 0.01 }),
  'invoice.write-off': (invoiceId) => money.writeOff(invoiceId, { amount: 0.01 }),
  'invoice.take-back': (invoiceId) => money.undoWriteOff(invoiceId),
  'invoice.void': (invoiceId) => money.setStatus(invoiceId, 'void'),
};

it.each<[string, Step[]]>([
  ['of which nothing is paid', []],
  ['of which a part is paid', [pay(40)]],
  ['that is paid', [pay(100)]],
  ['that is void', [(invoiceId) => money.setStatus(invoiceId, 'void')]],
  ['that was paid and is void', [pay(100), (invoiceId) => money.setStatus(invoiceId, 'void')]],
  ['of which a part is credited', [credit(40)]],
  ['of which the rest after a credit note is paid', [credit(40), pay(60)]],
  ['that is credited in full', [credit(100)]],
  ['of which a part is written off', [writeOff(40)]],
  ['that is written off', [writeOff(100)]],
  ['of which a part is credited and the rest written off', [credit(40), writeOff(60)]],
  ['of which a part is paid and the rest written off', [pay(40), writeOff(60)]],
  [
    'whose write-off is recovered in part',
    [
      writeOff(100),
      (id, userId) => money.pay(userId, { amount: 30, allocations: [{ invoiceId: id, amount: 30 }] }),
    ],
  ],
  ['whose write-off is taken back', [writeOff(100), (invoiceId) => money.undoWriteOff(invoiceId)]],
])('an invoice %s is offered exactly the acts that are not refused', async (_, steps) => {
  const compared = await Promise.all(
    INVOICE_ACTS.map(async (act) => {
      const userId = await addUser(portal, {});
      const { id } = (await money.issue(userId, 100)).body;
      for (const step of steps) {
        await step(id, userId);
      }
      const isOffered = mayAsk(act, (await money.readInvoice(id)).body);
      const { status } = await ACTS[act](id);

      return { act, isOffered, isAccepted: status < 300 };
    }),
  );

  expect(compared.filter(({ isOffered, isAccepted }) => isOffered !== isAccepted)).toEqual([]);
});
