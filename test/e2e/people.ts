import { type APIRequestContext, request } from '@playwright/test';
import type { User } from '#shared/contract/auth.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
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
    editUser: (id: number, edit: Partial<UserDetail>) => portal.put(`/api/admin/users/${id}`, { data: edit }),
    setPassword: (id: number, password: string) =>
      portal.put(`/api/admin/users/${id}`, { data: { User_Pass_Bkp: password } }),
    addService: (id: number, service: Partial<Service>) =>
      portal.post(`/api/admin/users/${id}/services`, { data: service }),
    createInvoice: async (id: number): Promise<Invoice> => {
      const lineItems = [{ description: 'Line rental', amount: 337 }];
      return (await portal.post('/api/invoices', { data: { userId: id, lineItems } })).json();
    },
  };
};

/** Below these ids stand the demo accounts. */
const FIRST_CLIENT_ID = 20;
const CLIENTS_A_WORKER = 20;
let taken = 0;

/** One of the demo clients that no other test of this run takes: registering is limited to 20 an hour. */
export const takeClient = async (): Promise<UserDetail> => {
  const id = FIRST_CLIENT_ID + Number(process.env.TEST_WORKER_INDEX) * CLIENTS_A_WORKER + taken;
  taken += 1;
  const admin = await asAdmin();

  return (await admin.findsUser(id)) ? admin.readUser(id) : takeClient();
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
