import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import type { User } from '#shared/contract/auth.ts';
import type { Invoice, InvoiceProgress } from '#shared/contract/invoices.ts';
import type { Payment } from '#shared/contract/payments/ledger-payments.ts';
import type { Service } from '#shared/contract/services.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { dayAfter, monthAfter } from '#shared/dates.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { ADMIN_EMAIL, PASSWORD } from './portal.ts';

/** Opens a caller with separate cookies, whose writes carry the portal's origin as those of its pages do. */
const openPortal = () => {
  const baseURL = process.env.PORTAL_URL ?? '';

  return request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
};

const signInto = async (portal: APIRequestContext, identifier: string, password: string): Promise<number> =>
  (await portal.post('/api/login', { data: { identifier, password } })).status();

/** Tries to sign in from a new browser session, and returns the status of the answer. */
export const trySignIn = async (identifier: string, password: string): Promise<number> => {
  const portal = await openPortal();
  const status = await signInto(portal, identifier, password);
  await portal.dispose();

  return status;
};

let admin: Promise<APIRequestContext> | undefined;

/** Signs the admin of this worker in at the first call. */
const openAdmin = (): Promise<APIRequestContext> => {
  admin ??= openPortal().then(async (portal) => {
    await signInto(portal, ADMIN_EMAIL, PASSWORD);

    return portal;
  });

  return admin;
};

/** Returns the calls of an admin that prepare and check the screens under test. */
export const asAdmin = async () => {
  const portal = await openAdmin();
  const read = async <Answer>(path: string): Promise<Answer> => (await portal.get(path)).json();

  return {
    findsUser: async (id: number) => (await portal.get(`/api/admin/users/${id}`)).ok(),
    readUser: (id: number) => read<UserDetail>(`/api/admin/users/${id}`),
    readServices: (id: number) => read<Service[]>(`/api/admin/users/${id}/services`),
    readInvoices: (id: number) => read<Invoice[]>(`/api/users/${id}/invoices`),
    readProgress: (invoiceId: number) => read<InvoiceProgress>(`/api/invoices/${invoiceId}/progress`),
    editUser: (id: number, edit: Partial<UserDetail>) => portal.put(`/api/admin/users/${id}`, { data: edit }),
    setPassword: (id: number, password: string) =>
      portal.put(`/api/admin/users/${id}`, { data: { User_Pass_Bkp: password } }),
    addService: (id: number, service: Partial<Service>) =>
      // Billed from the first of the month on, so that a month of it costs its price.
      portal.post(`/api/admin/users/${id}/services`, {
        data: { billFrom: `${monthAfter(new Date(), 0)}-01`, ...service },
      }),
    createInvoice: async (id: number, amount = 337): Promise<Invoice> => {
      const lineItems = [{ description: 'Line rental', amount }];
      return (await portal.post('/api/invoices', { data: { userId: id, lineItems } })).json();
    },
    writeOff: (invoiceId: number, amount: number) =>
      portal.post(`/api/invoices/${invoiceId}/write-off`, {
        data: { amount, reason: 'Moved away', collection: 'Two letters' },
      }),
    recordPayment: async (id: number, payment: { amount: number; note?: string }): Promise<Payment> => {
      const data = { date: dayAfter(new Date(), 0), method: 'cash', ...payment };
      return (await portal.post(`/api/admin/users/${id}/payments`, { data })).json();
    },
    readBankFile: (text: string) =>
      portal.post('/api/admin/bank-files', { data: { fileName: 'earlier.csv', text } }),
    reversePayment: (paymentId: number, reason: string) =>
      portal.post(`/api/admin/payments/${paymentId}/reversal`, { data: { reason } }),
    /** Waits for the PDF of the client's newest invoice; a failed try is repeated within a minute. */
    waitForPdf: async (id: number): Promise<Invoice> => {
      const readNewest = async () => (await read<Invoice[]>(`/api/users/${id}/invoices`))[0];
      await expect.poll(async () => (await readNewest())?.fileName, { timeout: 90_000 }).toBeTruthy();
      const newest = await readNewest();
      if (!newest) {
        throw new Error(`Client ${id} has no invoice`);
      }

      return newest;
    },
  };
};

type Held = 'queued-pdfs' | 'uploads';

/**
 * Holds PDF jobs at their step until `letGo`. The queue is held for all tests, so hold it only briefly. Name the file of
 * an upload in `of`, because the uploads of other tests would keep all workers.
 */
export const hold = (held: Held, of = '') =>
  fetch(`${process.env.PORTAL_CONTROL_URL}/${held}?${new URLSearchParams({ of })}`, { method: 'PUT' });
export const letGo = (held: Held) => fetch(`${process.env.PORTAL_CONTROL_URL}/${held}`, { method: 'DELETE' });

/** Makes the debug console's next call of the shared drive fail. */
export const failSharedDrive = () =>
  fetch(`${process.env.PORTAL_CONTROL_URL}/shared-drive`, { method: 'POST' });

/** Lets minutes pass for all sessions of an account, since the person proved who they are or since they were used. */
export const makeSessionsOlder = async (
  userId: number,
  minutes: { proved?: number; used?: number },
): Promise<void> => {
  const passed = new URLSearchParams(
    Object.entries(minutes).map(([since, count]): [string, string] => [since, String(count)]),
  );
  const address = `${process.env.PORTAL_CONTROL_URL}/users/${userId}/sessions?${passed}`;
  const { ok, status } = await fetch(address, { method: 'POST' });
  if (!ok) {
    throw new Error(`Making sessions older answered ${status}`);
  }
};

/** The demo clients that a test may take. The tests share those with lower ids. */
const FREE_IDS = { first: 20, last: 251 };

/** Takes the first id that no test of this run has taken, in any worker, because a folder can be created only once. */
const takeId = (): number => {
  for (let id = FREE_IDS.first; id <= FREE_IDS.last; id += 1) {
    try {
      mkdirSync(join(process.env.TAKEN_CLIENTS ?? '', String(id)));
      return id;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw error;
      }
    }
  }
  throw new Error('Every demo client is taken');
};

/**
 * Takes a demo client for one test only, active and in Paarl, because registering is limited to 20 an hour. The client
 * has no balance, which would pay an invoice at once.
 */
export const takeClient = async (): Promise<UserDetail> => {
  const id = takeId();
  const admin = await asAdmin();
  const edited = await admin.editUser(id, { user_role: 'client', User_Status: 1, User_Town: 'Paarl' });
  // An earlier run on the same portal has deleted the client.
  if (edited.status() === 404) {
    return takeClient();
  }
  if (!edited.ok()) {
    throw new Error(`Taking client ${id} answered ${edited.status()}`);
  }

  const client: UserDetail = await edited.json();

  return client.User_Debit === 0 ? client : takeClient();
};

/** An address of this computer that no other client registers from, because an address registers few. */
const freshAddress = () =>
  `127.${1 + Math.floor(Math.random() * 254)}.${1 + Math.floor(Math.random() * 254)}.7`;

/** Registers a client who has no data yet. */
export const registerClient = async (): Promise<User> => {
  const url = process.env.PORTAL_URL ?? '';
  const { status, body } = await postFrom({ url }, freshAddress(), '/api/register', {
    User_Name: 'Naledi',
    User_Surname: 'Maseko',
    // Without a space or a hyphen, at which a line could break.
    User_Email: `naledi${crypto.randomUUID().replaceAll('-', '')}@example.co.za`,
    User_Mobile: '082 555 0101',
    User_RegNo: 'A01234567',
    User_Pass_Bkp: PASSWORD,
  });
  expect(status).toBe(201);

  return body;
};

/** Chooses an act in the menu of the first listed user with this name. */
export const chooseAct = async (page: Page, name: string, act: string) => {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: act }).click();
};
