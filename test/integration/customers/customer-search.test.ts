import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { services } from '#functions/database/schema/services-tables.ts';
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX, TEXT_LENGTH_MAX } from '#shared/contract/limits.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let adminCookie: string;
const ids: Record<string, number> = {};
const cookies: Record<string, string> = {};

const PEOPLE = {
  thandi: {
    User_Name: 'Thandi',
    User_Surname: 'Nkosi',
    User_Email: 'tnkosi@webmail.example',
    OWNumber: 'OW20001',
    User_Mobile: '+27821230001',
  },
  johan: {
    User_Name: 'Johan',
    User_Surname: 'van der Merwe',
    User_Email: 'jvdm@mail.example',
    OWNumber: 'OW20002',
    User_Org: 'Nkosi & Seuns 100% Plaas_werk',
    User_Mobile: '+27731230002',
  },
  anathi: {
    User_Name: 'Anathi',
    User_Surname: 'Zulu',
    User_Email: 'az@mail.example',
    OWNumber: 'OW20003',
    User_Org: null,
    User_Mobile: '+27611230003',
    User_Status: 0,
    User_RegNo: '9204150834082',
  },
};

beforeAll(async () => {
  portal = await startTestPortal();
  for (const [name, person] of Object.entries(PEOPLE)) {
    const userId = await addUser(portal, person);
    ids[name] = userId;
    cookies[name] = await startSession(portal, userId);
  }
  const admin = { User_Name: 'Petro', User_Surname: 'Botha', User_Email: 'root@portal.example' };
  adminCookie = await startSession(portal, await addUser(portal, { ...admin, user_role: 'admin' }));
  await portal.connection.insert(services).values([
    {
      user_id: ids.anathi ?? 0,
      service_category: 'SIM Card',
      account_username: 'zulu.fibre@owconnect.example',
      msisdn: '+27829998877',
      sim_serial_number: '8927001234567890123',
    },
    { user_id: ids.anathi ?? 0, service_category: 'Voice', account_username: 'zulu.voice' },
  ]);
});
afterAll(() => portal.stop());

const search = async (query: string, cookie = adminCookie) => {
  const answer = await portal.call('GET', `/api/search?q=${encodeURIComponent(query)}`, { cookie });
  expect(answer.status).toBe(200);

  return answer.body;
};

const find = async (query: string, cookie?: string): Promise<string[]> => {
  const found: { firstName: string }[] = await search(query, cookie);

  return found.map(({ firstName }) => firstName);
};

it('the client search returns exactly the fields that the dropdown shows', async () => {
  expect(await search('johan van')).toEqual([
    {
      id: ids.johan,
      firstName: 'Johan',
      lastName: 'van der Merwe',
      email: 'jvdm@mail.example',
      owNumber: 'OW20002',
      company: 'Nkosi & Seuns 100% Plaas_werk',
      phone: '+27731230002',
      customerStatus: 'Active',
    },
  ]);
  expect(await search('anathi')).toMatchObject([{ customerStatus: 'Inactive', company: null }]);
});

describe('an admin searches for a client', () => {
  it.each([
    ['the start of the first name, by two letters', 'th', 'Thandi'],
    ['the start of the surname, by two letters', 'ZU', 'Anathi'],
    ['the start of the email address, by two letters', 'jv', 'Johan'],
    ['any part of the name', 'ANDI NK', 'Thandi'],
    ['any part of the surname', 'der mer', 'Johan'],
    ['any part of the email address', '@webmail', 'Thandi'],
    ['the OW number', 'ow20002', 'Johan'],
    ['the digits of the OW number', '20003', 'Anathi'],
    ['the company', 'seuns', 'Johan'],
    ['the phone number as it is stored', '+27611230003', 'Anathi'],
    ['the phone number as the country dials it', '061 123 0003', 'Anathi'],
    ['the phone number as the portal shows it', '+27 61 123 0003', 'Anathi'],
    ['the start of a phone number', '0731', 'Johan'],
    ['the username of a service', 'ZULU.FIB', 'Anathi'],
    ['the number of a SIM card', '082 999 88', 'Anathi'],
    ['the serial number of a SIM card', '4567890123', 'Anathi'],
    ['a pattern of LIKE, literally', '100% p', 'Johan'],
    ['an underscore, literally', 'plaas_w', 'Johan'],
    ['a text with spaces around', '  anathi  ', 'Anathi'],
  ])('an admin finds a client by %s', async (_, query, firstName) => {
    expect(await find(query)).toEqual([firstName]);
  });

  it('an admin finds clients by two letters that start the company of one and the surname of another', async () => {
    expect(await find('nk')).toEqual(['Johan', 'Thandi']);
  });

  it('an admin finds a client once although several fields and services match', async () => {
    expect(await find('zulu')).toEqual(['Anathi']);
  });
});

describe('searches that find nobody by mistake', () => {
  it.each([
    ['two letters inside a word', 'an', ['Anathi']],
    ['an ID number', '9204150834082', []],
    ['percent signs', '%%', []],
    ['a percent sign between letters', 'th%di', []],
    ['an underscore for a letter', 'thand_', []],
    ['a backslash', 'thandi\\', []],
    ['punctuation only', '---', []],
    ['an SQL quote', "x' or '1'='1", []],
  ])('the client search does not match by %s', async (_, query, found) => {
    expect(await find(query)).toEqual(found);
  });
});

it('the client search lists matches at the start first, each group by name, and at most twenty', async () => {
  for (let number = 0; number < 25; number += 1) {
    const letter = String.fromCharCode(97 + number);
    await addUser(portal, { User_Name: `Quinton${letter}`, User_Surname: 'Xaba' });
  }
  await addUser(portal, { User_Name: 'Aquinton', User_Surname: 'Abel' });

  const found = await find('quinton');
  expect(found).toEqual(Array.from({ length: 20 }, (_, at) => `Quinton${String.fromCharCode(97 + at)}`));
  expect(await find('quintona')).toEqual(['Quintona']);
  expect(await find('quint')).toHaveLength(20);
});

it('the client search finds an account by the end of a name although all its texts have the maximal length', async () => {
  const longText = (length: number, first: number) =>
    Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((first + at * 7919) % 20_000))).join('');
  const User_Surname = longText(NAME_LENGTH_MAX, 2);
  await addUser(portal, {
    User_Name: longText(NAME_LENGTH_MAX, 1),
    User_Surname,
    User_Email: `${'x'.repeat(EMAIL_LENGTH_MAX - 12)}@example.com`,
    User_Org: longText(TEXT_LENGTH_MAX, 3),
    User_Mobile: longText(NAME_LENGTH_MAX, 4),
  });

  expect(await search(User_Surname.slice(-12))).toMatchObject([{ lastName: User_Surname }]);
});

describe('a client who searches', () => {
  it.each([
    ['thandi', ['Thandi']],
    ['ow20001', ['Thandi']],
    ['th', ['Thandi']],
    ['johan', []],
    ['nkosi', ['Thandi']],
    ['example', ['Thandi']],
    ['zulu', []],
    ['8927001234567890123', []],
    ['jo', []],
  ])('a client who searches %s never gets the record of another client', async (query, found) => {
    expect(await find(query, cookies.thandi)).toEqual(found);
  });
});

it.each(['', 'a', ' a ', '%20'])('the search %j is refused as too short', async (query) => {
  const { status, body } = await portal.call('GET', `/api/search?q=${query}`, { cookie: adminCookie });

  expect([status, body.fields]).toEqual([400, { q: 'Search needs at least 2 characters' }]);
});

it('the client search takes one statement in addition to the session check', async () => {
  portal.dataApi.calls.reset();
  await search('thandi nkosi');

  expect(portal.dataApi.calls.byOperation).toEqual({ ExecuteStatement: 2 });
});
