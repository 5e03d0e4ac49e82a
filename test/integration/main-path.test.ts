import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceProgress } from '#shared/contract/invoices.ts';
import { addSignedInUser } from '#test/support/accounts.ts';
import { waitForProgress } from '#test/support/issue-invoice.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';
import { readPdf } from '#test/support/read-pdf.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
  await portal.startJobs();
});
afterAll(() => portal.stop());

describe('from a new service to an invoice with its PDF', () => {
  it('lets an admin do all of it and the client see it', async () => {
    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    const client = await addSignedInUser(portal, { User_Name: 'Sipho', User_Surname: 'Dlamini' });

    const list = await portal.call('GET', '/api/admin/users?search=dlamini', { cookie: admin.cookie });
    expect(list.body.users.map((user: { User_Id: number }) => user.User_Id)).toEqual([client.userId]);
    expect(list.body.counts).toEqual({ total: 2, active: 2, admins: 1, filtered: 1 });

    const service = await portal.call('POST', `/api/admin/users/${client.userId}/services`, {
      cookie: admin.cookie,
      body: {
        serviceCategory: 'SIM Card',
        accountType: 'Uncapped 4G/5G',
        msisdn: '0821112222',
        pricePerMonth: 337,
      },
    });
    expect(service).toMatchObject({ status: 201, body: { pricePerMonth: 337, status: 'active' } });

    const invoice = await portal.call('POST', '/api/invoices', {
      cookie: admin.cookie,
      body: {
        userId: client.userId,
        lineItems: [
          { description: 'Uncapped 4G/5G, November', amount: 337 },
          { description: 'SIM delivery', amount: 1234.5 },
        ],
      },
    });
    expect(invoice).toMatchObject({
      status: 201,
      body: { status: 'pending', totalAmount: 1571.5, fileName: null },
    });

    const isOver = ({ state }: InvoiceProgress) => state !== 'queued' && state !== 'running';
    const progress = await waitForProgress(portal, admin, invoice.body.id, isOver);
    expect(progress).toMatchObject({ state: 'completed', percent: 100 });

    const services = await portal.call('GET', '/api/client/services', { cookie: client.cookie });
    expect(services.body).toMatchObject([
      { serviceName: 'Uncapped 4G/5G', serviceType: '4G/5G Data', status: 'Active' },
    ]);

    const download = await portal.call('GET', `/api/invoices/${invoice.body.id}/download`, {
      cookie: client.cookie,
    });
    expect(download.headers.get('content-disposition')).toBe(
      `inline; filename=${invoice.body.invoiceNumber}.pdf`,
    );
    const pdf = await readPdf(download.body);
    expect(JSON.stringify(pdf)).toContain('1\u00a0571,50');
  });
});
