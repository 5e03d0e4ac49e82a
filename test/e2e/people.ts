import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, request } from '@playwright/test';
import type { User } from '#shared/contract/auth.ts';
import type { Invoice, InvoiceProgress } from '#shared/contract/invoices.ts';
import type { Service } from '#shared/contract/services.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { ADMIN_EMAIL, PASSWORD } from './portal.ts';

/** A caller with cookies of its own, whose writes carry the portal's origin as its own page's do. */
const openPortal = () => {
  const baseURL = process.env.PORTAL_URL ?? '';

  return request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
};

const signInto = async (portal: APIRequestContext, identifier: string, password: string): Promise<number> =>
  (await portal.post('/api/login', { data: { identifier, password } })).status();

/** Tries to sign in from a browser of its own, and tells the status of the answer. */
export const trySignIn = async (identifier: string, password: string): Promise<number> => {
  const portal = await openPortal();
  const status = await signInto(portal, identifier, password);
  await portal.dispose();

  return status;
};

/** What an admin reads and prepares behind the screens under test. */
export const asAdmin = async () => {
  const portal = await openPortal();
  await signInto(portal, ADMIN_EMAIL, PASSWORD);
  const read = async <Answer>(path: string): Promise<Answer> => (await portal.get(path)).json();

  return {
    findsUser: async (id: number) => (await portal.get(`/api/admin/users/${id}`)).ok(),
    readUser: (id: number) => read<UserDetail>(`/api/admin/users/${id}`),
    readServices: (id: number) => read<Service[]>(`/api/admin/users/${id}/services`),
    readInvoices: (id: number) => read<Invoice[]>(`/api/users/${id}/invoices`),
    readProgress: (invoiceId: number) => read<InvoiceProgress>(`/api/invoices/${invoiceId}/progress`),
    editUser: (id: number, edit: Partial<UserDetail>) => portal.put(`/api/admin/users/${id}`, { data: edit }),
    addService: (id: number, service: Partial<Service>) =>
      portal.post(`/api/admin/users/${id}/services`, { data: service }),
    createInvoice: async (id: number): Promise<Invoice> => {
      const lineItems = [{ description: 'Line rental', amount: 337 }];
      return (await portal.post('/api/invoices', { data: { userId: id, lineItems } })).json();
    },
    /** The newest invoice of a client, once its PDF is there; a failed try is made again within a minute. */
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

/** Holds PDF jobs where they are until `letGo`, those of other tests too; so not for long. */
export const hold = (held: Held) => fetch(`${process.env.PORTAL_CONTROL_URL}/${held}`, { method: 'PUT' });
export const letGo = (held: Held) => fetch(`${process.env.PORTAL_CONTROL_URL}/${held}`, { method: 'DELETE' });

/** Lets the next look of the debug console at the shared drive fail. */
export const failSharedDrive = () =>
  fetch(`${process.env.PORTAL_CONTROL_URL}/shared-drive`, { method: 'POST' });

/** The demo clients that a test may take; before them stand those that the tests share. */
const FREE_IDS = { first: 20, last: 251 };

/** The first of them that no test of this run has taken, in whichever worker: a folder can be made only once. */
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

/** A demo client for one test alone, active and of Paarl: registering is limited to 20 an hour. */
export const takeClient = async (): Promise<UserDetail> => {
  const id = takeId();
  const admin = await asAdmin();
  const edited = await admin.editUser(id, { user_role: 'client', User_Status: 1, User_Town: 'Paarl' });
  // An earlier run on the same portal has deleted it.
  if (edited.status() === 404) {
    return takeClient();
  }
  if (!edited.ok()) {
    throw new Error(`Taking client ${id} answered ${edited.status()}`);
  }

  return edited.json();
};

/** A client who has nothing yet. */
export const registerClient = async (): Promise<User> => {
  const portal = await openPortal();
  const answer = await portal.post('/api/register', {
    data: {
      User_Name: 'Naledi',
      User_Surname: 'Maseko',
      User_Email: `naledi-${crypto.randomUUID()}@example.co.za`,
      User_Mobile: '082 555 0101',
      User_RegNo: 'A01234567',
      User_Pass_Bkp: PASSWORD,
    },
  });
  const user: User = await answer.json();
  await portal.dispose();

  return user;
};
