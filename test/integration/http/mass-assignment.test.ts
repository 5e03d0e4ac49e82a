import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import {
  helpdeskCopy,
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { ownEdit } from '#shared/contract/account.ts';
import { allRoutes, findRoute, type RouteId } from '#shared/contract/index.ts';
import { makeOpenApi } from '#shared/contract/openapi.ts';
import type { Route } from '#shared/contract/route.ts';
import { fieldsOfRoute } from '#test/support/contract/contract-fields.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const SUPPORT = [helpdeskTickets, helpdeskEntries, helpdeskCopy, helpdeskMessages];

const PLANTED_NUMBER = 7_654_321;

const plantedValue = (dataType: string): unknown =>
  ({ number: PLANTED_NUMBER, bigint: PLANTED_NUMBER, boolean: true })[dataType] ?? 'planted';

/** A value for every column of the tables that routes write, as if each were a field of the request. */
const plantedColumns = Object.fromEntries(
  [users, services, invoices, sessions, ...SUPPORT].flatMap((table) =>
    Object.entries(getTableColumns(table)).map(([name, { dataType }]) => [name, plantedValue(dataType)]),
  ),
);

const planted = {
  ...plantedColumns,
  user_role: 'admin',
  User_Status: 0,
  User_Role: 'admin',
  userId: PLANTED_NUMBER,
  isAdmin: true,
  emailVerified: true,
  totalAmount: PLANTED_NUMBER,
  invoiceNumber: 'planted',
  fileName: 'planted',
  createdAt: 'planted',
  constructor: { planted: true },
};

/** Columns that an edit changes in addition to those that the caller chose. */
const MOVED_BY_AN_EDIT = ['email_verified_at', 'search_text', 'version'];

/** Columns of an account that another route changes. */
const MOVED_BY: Partial<Record<RouteId, string[]>> = {
  // The first ticket creates the client's contact (D18).
  'tickets.create': ['User_Support_Id'],
  // The fields that a client may change (D49).
  'account.update': [...Object.keys(ownEdit.shape), 'search_text', 'version'],
  'account.password': ['User_Pass_Bkp'],
  'account.change-email': ['pending_email', 'pending_email_at'],
  'links.reset': ['User_Pass_Bkp', 'email_verified_at'],
  // The account gets the address that it asked for.
  'links.verify': ['User_Email', 'pending_email', ...MOVED_BY_AN_EDIT],
  // The balance is the sum of the account's entries (D53).
  'invoices.create': ['User_Debit'],
  'invoices.status': ['User_Debit'],
  'payments.record': ['User_Debit'],
  'payments.reverse': ['User_Debit'],
  'ledger.refund': ['User_Debit'],
  'ledger.correct': ['User_Debit'],
};

/** Section 3 of the specification: the fields of a user, in its groups. */
const SPECIFIED =
  `User_Id User_Name User_Surname User_Email User_Mobile User_RegNo OWNumber user_role User_Pass_Bkp
  User_Org User_Address User_Town User_Code User_State User_Country User_VAT User_Ref
  User_DOB_Day User_DOB_Month User_DOB_Year User_Status User_Debit`.split(/\s+/);

/** The same section: "Other stored columns", the card fields of D29 among them. */
const OTHER_STORED = `User_Support_Id User_No User_Profile User_Date User_Type User_Email_In User_Mobile_In
  User_Billing_CC User_Billing_Profile User_Billing_Name User_Billing_Expire_Month User_Billing_Expire_Year
  User_Billing_Used User_COrderInfo User_Mailer_SMS User_Mailer_Email User_OD_Access User_OD_Domain
  User_OD_Status`.split(/\s+/);

/** Columns of a user that the portal stores beyond the specification. */
const OUR_OWN = [
  'contact_key',
  'email_verified_at',
  'must_change_password',
  'origin',
  'pending_email',
  'pending_email_at',
  'search_text',
  'version',
];

const EDITABLE = `User_Name User_Surname User_Email User_Mobile User_RegNo User_Org User_Address User_Town
  User_Code User_State User_Country User_VAT User_Ref User_DOB_Day User_DOB_Month User_DOB_Year User_Status
  user_role`.split(/\s+/);

/** A valid edit of every field that decisions.md lets an admin change. */
const makeFullEdit = () => ({
  User_Name: 'Edited',
  User_Surname: 'Edited',
  User_Email: `${crypto.randomUUID()}@example.com`,
  User_Mobile: '+27820000000',
  User_RegNo: 'Edited',
  User_Org: 'Edited',
  User_Address: 'Edited',
  User_Town: 'Edited',
  User_Code: '0001',
  User_State: 'Edited',
  User_Country: 'Edited',
  User_VAT: 'Edited',
  User_Ref: 'Edited',
  User_DOB_Day: 1,
  User_DOB_Month: 2,
  User_DOB_Year: 2003,
  User_Status: 0,
  user_role: 'admin',
});

let portal: TestPortal;
let cookies: { admin: string; client: string };
let owner: { userId: number; email: string };

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

beforeEach(async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  owner = { email, userId: await addUser(portal, { User_Email: email }) };
  cookies = {
    admin: await startSession(portal, await addUser(portal, { user_role: 'admin' })),
    client: await startSession(portal, owner.userId),
  };
});

const readUsers = async () => {
  const rows = await portal.connection.select().from(users);

  return new Map(rows.map((row) => [row.User_Id, row]));
};

/** Lists the columns that differ, over all accounts that were there before. */
const findChanges = (before: Awaited<ReturnType<typeof readUsers>>, after: typeof before): string[] =>
  [...before].flatMap(([userId, row]) => {
    const now = after.get(userId);

    return Object.entries(row)
      .filter(([name, value]) => now && value !== now[name as keyof typeof now])
      .map(([name]) => `${userId === owner.userId ? '' : 'another account: '}${name}`);
  });

/** Reads everything stored apart from the accounts, where a planted value would show. */
const readOtherTables = async () =>
  JSON.stringify(
    await Promise.all(
      [services, invoices, sessions, activities, auditLog, ...SUPPORT].map((table) =>
        portal.connection.select().from(table),
      ),
    ),
  );

/** Reads everything that the helpdesk stores. */
const readHelpdesk = () => {
  const { contacts, tickets, conversations } = portal.freshdesk.context.store;

  return JSON.stringify([contacts.list(), tickets.list(), conversations.list()]);
};

/** Lists the fields that the contract of a route lets a caller set. */
const namedFields = (route: Route): string[] =>
  route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : [];

/** Sends a valid body to which every planted field is added that the contract does not name. */
const send = async (routeId: RouteId, valid: object = {}) => {
  const { method, path, body } = await makeRequest(portal, routeId, owner);
  const named = namedFields(findRoute(routeId));
  const unnamed = Object.entries(planted).filter(([name]) => !named.includes(name));
  const before = await readUsers();
  const answer = await portal.call(method, path, {
    cookie: cookies[findRoute(routeId).access === 'admin' ? 'admin' : 'client'],
    body: { ...Object.fromEntries(unnamed), ...body, ...valid },
  });

  return { answer, before, after: await readUsers() };
};

const writes = allRoutes.filter(([, route]) => route.method !== 'GET');

describe.each(writes)('%s', (routeId, route) => {
  it(`${routeId} changes nothing that its contract does not name, whatever the body holds`, async () => {
    const isEdit = routeId === 'users.update';
    const { answer, before, after } = await send(routeId, isEdit ? makeFullEdit() : {});

    expect(answer.status).toBe(route.status ?? 200);
    const allowed = isEdit ? [...EDITABLE, ...MOVED_BY_AN_EDIT] : (MOVED_BY[routeId] ?? []);
    expect(findChanges(before, after).filter((name) => !allowed.includes(name))).toEqual([]);

    const added = [...after.values()].filter(({ User_Id }) => !before.has(User_Id));
    expect(added.map((row) => [row.user_role, row.User_Status])).toEqual(added.map(() => ['client', 1]));
    const written = `${JSON.stringify(added)} ${await readOtherTables()} ${readHelpdesk()}`;
    expect(written).not.toMatch(/"planted"|7654321/);
  });
});

it('plants a value for every column of an account in the mass assignment test', () => {
  expect(Object.keys(getTableColumns(users)).filter((name) => !(name in planted))).toEqual([]);
});

describe('a user', () => {
  it('the users table has every column of the specification, and otherwise only those that the portal needs', () => {
    const named = [...SPECIFIED, ...OTHER_STORED];
    const columns = Object.keys(getTableColumns(users));
    expect(columns.filter((name) => !named.includes(name)).toSorted()).toEqual(OUR_OWN.toSorted());
    expect(named.filter((name) => !columns.includes(name))).toEqual([]);
  });

  it.each(OTHER_STORED)('no route takes the column %s of a user', (column) => {
    const takers = allRoutes.filter(([, route]) =>
      fieldsOfRoute(route).some(({ path }) => path.includes(column)),
    );

    expect(takers).toEqual([]);
  });

  it.each(OTHER_STORED.filter((column) => column !== 'User_Date'))(
    'no route returns the column %s of a user',
    (column) => {
      expect(JSON.stringify(makeOpenApi())).not.toContain(`"${column}"`);
    },
  );
});

it.each<[RouteId, string[]]>([
  ['users.update', [...EDITABLE, 'User_Pass_Bkp', 'version']],
  [
    'auth.register',
    ['User_Name', 'User_Surname', 'User_Email', 'User_Mobile', 'User_RegNo', 'User_Org', 'User_Pass_Bkp'],
  ],
])('%s accepts these fields of an account and no other', (routeId, fields) => {
  expect(namedFields(findRoute(routeId)).toSorted()).toEqual(fields.toSorted());
});

it('lets an admin change every field that decisions.md names', async () => {
  const { before, after } = await send('users.update', makeFullEdit());

  expect(findChanges(before, after)).toEqual(expect.arrayContaining(EDITABLE));
});

it.each([
  ['a field and a password at once', { User_Town: 'Paarl', User_Pass_Bkp: 'Long-enough-1' }],
  ['nothing that may be changed', { OWNumber: 'OW1', User_Debit: 5, User_Support_Id: 7 }],
])('refuses an edit of a user with %s, and changes nothing', async (_, body) => {
  const before = await readUsers();
  const answer = await portal.call('PUT', `/api/admin/users/${owner.userId}`, {
    cookie: cookies.admin,
    body,
  });

  expect(answer.status).toBe(400);
  expect(findChanges(before, await readUsers())).toEqual([]);
});
