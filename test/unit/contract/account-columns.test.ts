import { getTableColumns } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '#functions/database/schema/users-tables.ts';
import { allRoutes, findRoute, type RouteId } from '#shared/contract/index.ts';
import { makeOpenApi } from '#shared/contract/openapi/openapi.ts';
import { ADMIN_EDITABLE } from '#test/support/contract/account-edit.ts';
import { fieldsOfRoute } from '#test/support/contract/contract-fields.ts';
import { namedFields, smuggledFields } from '#test/support/contract/smuggled-fields.ts';

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
  'passkey_handle',
  'pending_email',
  'pending_email_at',
  'privacy_at',
  'privacy_version',
  'search_name',
  'search_org',
  'search_surname',
  'search_text',
  'version',
];

it('every column of an account is among the fields that a request tries to smuggle in', () => {
  expect(Object.keys(getTableColumns(users)).filter((name) => !(name in smuggledFields))).toEqual([]);
});

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

it.each<[RouteId, string[]]>([
  ['users.update', [...ADMIN_EDITABLE, 'User_Pass_Bkp', 'version']],
  // The fields that a client may change (D49), the mail switch, and the version of the edit.
  [
    'account.update',
    `User_Name User_Surname User_Mobile User_Org User_Address User_Town User_Code User_State User_Country
      mailsAreOn version`.split(/\s+/),
  ],
  [
    'auth.register',
    ['User_Name', 'User_Surname', 'User_Email', 'User_Mobile', 'User_RegNo', 'User_Org', 'User_Pass_Bkp'],
  ],
])('%s accepts these fields of an account and no other', (routeId, fields) => {
  expect(namedFields(findRoute(routeId)).toSorted()).toEqual(fields.toSorted());
});
