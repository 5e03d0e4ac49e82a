import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceProgress } from '#shared/contract/invoices.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

type InvoicePortal = Pick<TestPortal, 'call'>;

export const LINE_ITEMS = [
  { description: 'Uncapped 4G/5G, November', amount: 337 },
  { description: 'SIM delivery', amount: 99.5 },
];

/** Issues an invoice of two lines over HTTP; throws if it is refused. */
export const issueInvoice = async (
  portal: InvoicePortal,
  admin: { cookie: string },
  userId: number,
  lineItems: readonly { description: string; amount: number; quantity?: number }[] = LINE_ITEMS,
): Promise<{ id: number; invoiceNumber: string }> => {
  const { cookie } = admin;
  const { status, body } = await portal.call('POST', '/api/invoices', {
    cookie,
    body: { userId, lineItems },
  });
  if (status !== 201) {
    throw new Error(`Issuing answered ${status}: ${body.message}`);
  }

  return body;
};

export const readProgress = async (
  portal: InvoicePortal,
  admin: { cookie: string },
  invoiceId: number,
): Promise<InvoiceProgress> => {
  const { status, body } = await portal.call('GET', `/api/invoices/${invoiceId}/progress`, admin);
  if (status !== 200) {
    throw new Error(`Progress answered ${status}: ${body.message}`);
  }

  return body;
};

/** Reads the progress until it is as wanted. */
export const waitForProgress = async (
  portal: InvoicePortal,
  admin: { cookie: string },
  invoiceId: number,
  isWanted: (progress: InvoiceProgress) => boolean,
): Promise<InvoiceProgress> => {
  for (;;) {
    const progress = await readProgress(portal, admin, invoiceId);
    if (isWanted(progress)) {
      return progress;
    }
    await sleep(50);
  }
};

/** Returns the status of each step in order. */
export const stepStatuses = ({ steps }: InvoiceProgress) => steps.map((step) => step.status);
