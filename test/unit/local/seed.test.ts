import { describe, expect, it } from 'vitest';
import { ADMIN_EMAIL, CLIENT_EMAIL } from '#local/seed/demo-accounts.ts';
import { generateUsers } from '#local/seed/demo-users.ts';
import { LANGUAGES_OF, NAMES } from '#local/seed/names.ts';
import { makeRandom } from '#local/seed/random.ts';
import { makeSeed } from '#local/seed/seed.ts';
import { TOWNS } from '#local/seed/towns.ts';
import { registerBody } from '#shared/contract/auth.ts';
import { SERVICE_STATUSES } from '#shared/contract/limits.ts';
import { SERVICE_CATEGORIES, serviceBody } from '#shared/contract/services.ts';
import { userEdit } from '#shared/contract/users/user-edit.ts';
import { startOfMonth } from '#shared/months.ts';
import {
  isValidIdNumber,
  msisdnWarning,
  postalCodeWarning,
  simSerialWarning,
  vatNumberWarning,
} from '#shared/number-rules.ts';
import { normalisePhone } from '#shared/south-africa.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const seed = makeSeed({ clients: 250, now: NOW });
const clients = seed.users.filter(({ user_role }) => user_role === 'client');
const given = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

describe('the demo data', () => {
  it('the demo data is the same, byte for byte, each time', () => {
    expect(JSON.stringify(makeSeed({ clients: 250, now: NOW }))).toBe(JSON.stringify(seed));
  });

  it('the demo data has 250 clients and one administrator, among them the two accounts that are printed', () => {
    expect(clients).toHaveLength(250);
    expect(seed.users).toHaveLength(251);
    expect(seed.users.find(({ User_Email }) => User_Email === ADMIN_EMAIL)?.user_role).toBe('admin');
    expect(seed.users.find(({ User_Email }) => User_Email === CLIENT_EMAIL)?.user_role).toBe('client');
  });

  it('each account of the demo data has its own email address and OW number', () => {
    expect(new Set(seed.users.map(({ User_Email }) => User_Email.toLowerCase()))).toHaveLength(251);
    expect(seed.users.map(({ OWNumber }) => OWNumber)).toEqual(
      seed.users.map((_user, i) => `OW${10_001 + i}`),
    );
  });

  it('the demo data has only email addresses on domains that RFC 2606 reserves', () => {
    for (const { User_Email } of seed.users) {
      expect(User_Email).toMatch(/(@example\.(com|org|net)|\.example)$/);
    }
  });

  it('the demo data holds nothing that the portal itself would refuse or change', () => {
    for (const user of seed.users) {
      const { User_Date, OWNumber, User_Debit, email_verified_at, ...edit } = user;

      expect(userEdit.strict().parse(edit)).toEqual(edit);
      expect(registerBody.safeParse({ ...user, User_Pass_Bkp: 'long enough' }).error).toBeUndefined();
    }
    for (const { owNumber, created_at, updated_at, ...row } of seed.services) {
      expect(serviceBody.parse({ serviceCategory: row.service_category, msisdn: row.msisdn }).msisdn).toBe(
        row.msisdn,
      );
    }
  });

  it('the demo data has valid identity numbers that contain the birth date', () => {
    for (const { User_RegNo, User_DOB_Year, User_DOB_Month, User_DOB_Day } of seed.users) {
      expect(isValidIdNumber(User_RegNo ?? '')).toBe(true);
      expect(User_RegNo?.slice(0, 6)).toBe(
        [User_DOB_Year, User_DOB_Month, User_DOB_Day]
          .map((part) => String(part).slice(-2).padStart(2, '0'))
          .join(''),
      );
    }
  });

  it('the demo data has identity numbers whose sex digits fit the first name', () => {
    const names = Object.values(NAMES);
    const firstNames = {
      female: new Set(names.flatMap(({ female }) => female)),
      male: new Set(names.flatMap(({ male }) => male)),
    };
    const sequencesOf = (sex: 'female' | 'male', other: 'female' | 'male') =>
      seed.users
        .filter(({ User_Name }) => firstNames[sex].has(User_Name) && !firstNames[other].has(User_Name))
        .map(({ User_RegNo }) => Number(User_RegNo?.slice(6, 10)));
    const women = sequencesOf('female', 'male');
    const men = sequencesOf('male', 'female');

    expect(women.length).toBeGreaterThan(80);
    expect(men.length).toBeGreaterThan(80);
    expect(women.filter((sequence) => sequence >= 5000)).toEqual([]);
    expect(men.filter((sequence) => sequence < 5000)).toEqual([]);
  });

  it('all people of the demo data are adults', () => {
    for (const { User_DOB_Year, User_DOB_Month, User_DOB_Day } of seed.users) {
      const comesOfAge = Date.UTC(
        Number(User_DOB_Year) + 18,
        Number(User_DOB_Month) - 1,
        Number(User_DOB_Day),
      );

      expect(comesOfAge).toBeLessThan(NOW.getTime());
    }
  });

  it('no phone number, postal code, VAT number or SIM of the demo data draws a warning', () => {
    const { users, services } = seed;

    for (const { User_Mobile } of users) {
      expect(User_Mobile).toMatch(/^\+27[678]\d{8}$/);
    }
    for (const code of given(users.map(({ User_Code }) => User_Code))) {
      expect(postalCodeWarning(code)).toBeUndefined();
    }
    for (const vat of given(users.map(({ User_VAT }) => User_VAT))) {
      expect(vatNumberWarning(vat)).toBeUndefined();
    }
    for (const msisdn of given(services.map(({ msisdn }) => msisdn))) {
      expect(msisdnWarning(msisdn)).toBeUndefined();
    }
    for (const serial of given(services.map((service) => service.sim_serial_number))) {
      expect(simSerialWarning(serial)).toBeUndefined();
    }
  });

  it('each client of the demo data has a real town, postal code and province, or no address', () => {
    const towns = new Set(TOWNS.map(({ name, postalCode, province }) => `${name} ${postalCode} ${province}`));

    expect(clients.filter(({ User_Town }) => User_Town === null).length).toBeGreaterThan(0);
    for (const { User_Town, User_Code, User_State } of clients) {
      if (User_Town !== null) {
        expect(towns).toContain(`${User_Town} ${User_Code} ${User_State}`);
      }
    }
  });

  it('the demo data has companies, VAT vendors, inactive clients, two imported balances and unverified addresses', () => {
    const count = (isSo: (client: (typeof clients)[number]) => boolean) => clients.filter(isSo).length;

    expect(count(({ User_Org }) => User_Org !== null)).toBeGreaterThan(20);
    expect(count(({ User_VAT }) => User_VAT !== null)).toBeGreaterThan(10);
    expect(count(({ User_Status }) => User_Status === 0)).toBeGreaterThan(5);
    expect(count(({ User_Debit }) => Number(User_Debit) < 0)).toBe(1);
    expect(count(({ User_Debit }) => Number(User_Debit) > 0)).toBe(1);
    expect(count(({ email_verified_at }) => email_verified_at === null)).toBeGreaterThan(20);
  });

  it('clients of the demo data registered over three years in the order of their numbers, some this month', () => {
    const dates = clients.map(({ User_Date }) => Date.parse(User_Date));

    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    expect(Math.min(...dates)).toBeLessThan(Date.parse('2023-12-01T00:00:00Z'));
    expect(Math.max(...dates)).toBeLessThanOrEqual(NOW.getTime());
    expect(dates.filter((date) => date >= startOfMonth(NOW).getTime()).length).toBeGreaterThan(3);
  });

  it.each(['2026-12-01T00:00:30Z', '2026-11-30T22:00:01Z', '2028-02-29T12:00:00Z'])(
    'the demo data has new clients and nothing in the future also at %s',
    (moment) => {
      const now = new Date(moment);
      const { users, services, activities, money } = makeSeed({ clients: 250, now });
      const moments = [
        ...users.flatMap(({ User_Date, email_verified_at }) => given([User_Date, email_verified_at])),
        ...services.flatMap(({ created_at, updated_at }) => [created_at, updated_at]),
        ...activities.map(({ created_at }) => created_at),
        ...money.map(({ at }) => at),
      ];

      expect(moments.filter((at) => Date.parse(at) > now.getTime())).toEqual([]);
      expect(
        users.filter(({ User_Date }) => Date.parse(User_Date) >= startOfMonth(now).getTime()),
      ).not.toEqual([]);
    },
  );

  it('each client of the demo data has one to four services, which cover all categories and statuses', () => {
    const services = Map.groupBy(seed.services, ({ owNumber }) => owNumber);

    for (const { OWNumber } of clients) {
      const count = services.get(OWNumber)?.length ?? 0;
      expect(count).toBeGreaterThanOrEqual(1);
      expect(count).toBeLessThanOrEqual(4);
    }
    expect(new Set(seed.services.map((service) => service.service_category))).toEqual(
      new Set(SERVICE_CATEGORIES),
    );
    expect(new Set(seed.services.map(({ status }) => status))).toEqual(new Set(SERVICE_STATUSES));
  });

  it("the demo client's services were added over the years, the pending one this week", () => {
    const demoClient = clients.find(({ User_Email }) => User_Email === CLIENT_EMAIL);
    const history = seed.services.filter(({ owNumber }) => owNumber === demoClient?.OWNumber);
    const addedAt = history.map(({ created_at }) => Date.parse(created_at));

    expect(new Set(addedAt)).toHaveLength(4);
    expect(addedAt[0]).toBe(Date.parse(demoClient?.User_Date ?? ''));
    for (const { status, created_at } of history) {
      const isOfThisWeek = NOW.getTime() - Date.parse(created_at) < 7 * 24 * 60 * 60 * 1000;
      expect(isOfThisWeek).toBe(status === 'pending');
    }
  });
});

describe('the generator of demo users', () => {
  const generated = [...generateUsers(20_000, makeRandom(7), NOW)];

  it('20,000 generated clients have unique addresses and valid numbers', () => {
    expect(new Set(generated.map(({ User_Email }) => User_Email.toLowerCase()))).toHaveLength(20_000);
    expect(new Set(generated.map(({ OWNumber }) => OWNumber))).toHaveLength(20_000);
    expect(generated.filter(({ User_RegNo }) => !isValidIdNumber(User_RegNo ?? ''))).toEqual([]);
    expect(generated.filter(({ User_Mobile }) => normalisePhone(User_Mobile ?? '') !== User_Mobile)).toEqual(
      [],
    );
  });

  it('generated clients cover all surnames and towns, and common names are more frequent than rare ones', () => {
    const surnames = Map.groupBy(generated, ({ User_Surname }) => User_Surname);
    const towns = new Set(given(generated.map(({ User_Town }) => User_Town)));

    for (const language of Object.values(NAMES)) {
      expect(language.surnames.filter((surname) => surnames.has(surname))).toEqual(language.surnames);
    }
    expect(towns).toEqual(new Set(TOWNS.map(({ name }) => name)));
    expect(surnames.get('Dlamini')?.length).toBeGreaterThan(10 * (surnames.get('Fakudze')?.length ?? 0));
  });

  it('the generator knows the languages of each province in its list of towns', () => {
    expect(new Set(Object.keys(LANGUAGES_OF))).toEqual(new Set(TOWNS.map(({ province }) => province)));
  });
});
