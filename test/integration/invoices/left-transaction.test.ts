import { afterAll, beforeAll, expect, it } from 'vitest';
import { NAMES_NOBODY } from '#functions/ports/database/system/idempotency-store.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const SECONDS_MAX = 30;

it('an invoice is created within 30 s after another caller died holding the next number', async () => {
  const { createInvoice } = await import('#functions/domain/invoices/create-invoice.ts');
  const { database } = await import('#local/seed/whole-database.ts');
  const { supplier } = await import('#functions/runtime/ports/supplier-port.ts');
  const admin = await addSignedInUser(portal, { user_role: 'admin' });
  const userId = await addUser(portal, {});
  const dead = Promise.withResolvers<void>();

  void database.transaction(async (transaction) => {
    const ofRequest = { route: 'invoices.create', key: crypto.randomUUID(), bodyHash: 'hash' };
    const key = { userId: admin.userId, ...ofRequest };
    const by = {
      userId: admin.userId,
      role: 'admin',
      levelMin: 1,
      isProven: true,
      sessionId: '',
      address: '127.0.0.1',
      checkedAt: new Date(),
    } as const;
    const lineItems = [{ description: 'Data', amount: 1, quantity: 1 }];
    const ports = { database: transaction, supplier, mailSettings: { isOn: false }, note: () => {} };
    await transaction.idempotency.runOnce(key, NAMES_NOBODY, () =>
      createInvoice(ports, by, { userId, lineItems }, new Date()),
    );
    dead.resolve();
    await new Promise(() => {});
  });
  await dead.promise;

  const startedAt = Date.now();
  let issued: { invoiceNumber: string } | undefined;
  while (!issued) {
    issued = await issueInvoice(portal, admin, userId).catch(() => undefined);
  }
  expect((Date.now() - startedAt) / 1000).toBeLessThan(SECONDS_MAX);
  expect(issued.invoiceNumber).toMatch(/000001$/);
});
