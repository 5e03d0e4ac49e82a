import type { Account, Item } from './books.ts';
import type { Court } from './court.ts';

/** What the portal shows of a client's money, the oldest invoice first. */
export const readMoney = async ({ portal }: Court, { userId }: Account) => {
  const debt = await portal.call('GET', `/api/users/${userId}/debt`);
  const invoices = await portal.call('GET', `/api/users/${userId}/invoices`);
  const { owed, credit } = debt.body;

  return {
    owed,
    credit,
    invoices: invoices.body
      .map(({ status, amountDue, credited, writtenOff }: Record<string, unknown>) => ({
        status,
        amountDue,
        credited,
        writtenOff,
      }))
      .reverse(),
  };
};

/** An invoice's figures in the order in which a person says them. */
export const invoiceIs = (status: string, amountDue: number, credited = 0, writtenOff = 0) => ({
  status,
  amountDue,
  credited,
  writtenOff,
});

/** The act must have been done for the scenario to go on. */
export const done = <One extends Item>(item: One | undefined): One => {
  if (!item) {
    throw new Error('The portal refused what the scenario begins with');
  }

  return item;
};
