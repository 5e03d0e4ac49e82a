import type { users } from '#functions/database/schema/users-tables.ts';
import { startOfMonth } from '#shared/months.ts';
import { luhnCheckDigit } from '#shared/number-rules.ts';
import { makeCompanyName } from './companies.ts';
import { LANGUAGES_OF, type Language, NAMES } from './names.ts';
import { makeWeightedPick, type Random } from './random.ts';
import { type Province, STREETS, TOWNS } from './towns.ts';

/** The seed's data of an account; the password hash is added when the account is written. */
export type SeedUser = Pick<
  typeof users.$inferSelect,
  | 'User_Name'
  | 'User_Surname'
  | 'User_Email'
  | 'User_Mobile'
  | 'User_RegNo'
  | 'OWNumber'
  | 'user_role'
  | 'User_Org'
  | 'User_Address'
  | 'User_Town'
  | 'User_Code'
  | 'User_State'
  | 'User_Country'
  | 'User_VAT'
  | 'User_Ref'
  | 'User_DOB_Day'
  | 'User_DOB_Month'
  | 'User_DOB_Year'
  | 'User_Status'
  | 'User_Debit'
  | 'User_Date'
  | 'email_verified_at'
>;

const YEAR_MS = 365.25 * 24 * 60 * 60 * 1000;

const pickTown = makeWeightedPick(TOWNS, (town) => town.weight);

const languagePicks = new Map(
  (Object.entries(LANGUAGES_OF) as [Province, Partial<Record<Language, number>>][]).map(
    ([province, shares]) => {
      const languages = Object.keys(shares) as Language[];

      return [province, makeWeightedPick(languages, (language) => shares[language] ?? 0)] as const;
    },
  ),
);

const pickNames = (random: Random, province: Province) => {
  const pickLanguage = languagePicks.get(province);
  if (pickLanguage === undefined) {
    throw new Error(`No languages are listed for ${province}`);
  }

  return NAMES[pickLanguage(random)];
};

/** Prefixes of the mobile networks, the commonest first. */
const MOBILE_PREFIXES = '82 83 72 73 84 76 78 71 74 79 81 61 63 60 62 64 65 66 67 68'.split(' ');

export const makeMobileNumber = (random: Random): string =>
  `+27${random.pickCommon(MOBILE_PREFIXES)}${random.digits(7)}`;

type Sex = 'female' | 'male';

/** Makes an identity number (see `isValidIdNumber`); one person in thirty is a permanent resident. */
const makeIdNumber = (random: Random, born: Date, sex: Sex): string => {
  const birthDate = born.toISOString().slice(2, 10).replaceAll('-', '');
  const sequence = String(sex === 'female' ? random.integer(0, 4999) : random.integer(5000, 9999));
  const citizenship = random.chance(1 / 30) ? '1' : '0';
  const digits = `${birthDate}${sequence.padStart(4, '0')}${citizenship}8`;

  return `${digits}${luhnCheckDigit(digits)}`;
};

/** Makes the birth date of a person aged 18 to 83; younger people are more frequent. */
const makeBirthDate = (random: Random, now: Date): Date =>
  new Date(now.getTime() - (18.1 + 65 * random.next() ** 1.8) * YEAR_MS);

/** Returns the form of a name that an email address can hold, such as 'francois.vandermerwe'. */
export const mailNameOf = (...names: readonly string[]): string =>
  names
    .map((name) =>
      name
        .normalize('NFD')
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    )
    .join('.');

/** Names that RFC 2606 reserves, so that no mail ever reaches anyone. */
const MAIL_DOMAINS = [
  'mail.example',
  'webmail.example',
  'example.com',
  'example.org',
  'example.net',
] as const;

/** Makes the details that people may omit when they register, and that an import has lost for a few. */
const makeAddress = (random: Random, town: (typeof TOWNS)[number]) => {
  if (random.chance(0.04)) {
    return { User_Address: null, User_Town: null, User_Code: null, User_State: null, User_Country: null };
  }

  return {
    User_Address: `${random.integer(1, 240)} ${random.pickCommon(STREETS)}`,
    User_Town: town.name,
    User_Code: town.postalCode,
    User_State: town.province,
    User_Country: 'South Africa',
  };
};

const makeOrganisation = (random: Random, surname: string, town: string) => {
  if (random.chance(0.82)) {
    return { User_Org: null, User_VAT: null, User_Ref: null };
  }

  return {
    User_Org: makeCompanyName(random, surname, town),
    User_VAT: random.chance(0.7) ? `4${random.digits(9)}` : null,
    User_Ref: random.chance(0.4) ? `PO-${random.digits(5)}` : null,
  };
};

/** Makes a client without email address and OW number, which depend on the earlier clients. */
const makePerson = (random: Random, registered: Date, now: Date) => {
  const town = pickTown(random);
  const sex: Sex = random.chance(0.5) ? 'female' : 'male';
  const names = pickNames(random, town.province);
  const surname = random.pickCommon(names.surnames);
  const born = makeBirthDate(random, now);
  const verified = new Date(Math.min(registered.getTime() + random.integer(2, 4000) * 60_000, now.getTime()));

  return {
    User_Name: random.pickCommon(names[sex]),
    User_Surname: surname,
    User_Mobile: makeMobileNumber(random),
    User_RegNo: makeIdNumber(random, born, sex),
    user_role: 'client',
    ...makeOrganisation(random, surname, town.name),
    ...makeAddress(random, town),
    User_DOB_Day: born.getUTCDate(),
    User_DOB_Month: born.getUTCMonth() + 1,
    User_DOB_Year: born.getUTCFullYear(),
    User_Status: random.chance(0.92) ? 1 : 0,
    User_Debit: '0.00',
    User_Date: registered.toISOString(),
    email_verified_at: random.chance(0.65) ? verified.toISOString() : null,
  };
};

const FIRST_OW_NUMBER = 10_001;

/** Returns 'OW10001' for the first account (D2). */
export const owNumberOf = (position: number): string => `OW${FIRST_OW_NUMBER + position}`;

/** Returns the day on which the first client registered. */
export const openingDay = (now: Date): Date => new Date(now.getTime() - 3 * YEAR_MS);

const NEWCOMERS_SHARE = 0.03;

/**
 * Returns the time of registration: a share of 0 is the opening day and 1 is now; the newcomers all registered this
 * month.
 */
const registeredAt = (share: number, now: Date): Date => {
  const opening = openingDay(now).getTime();
  const monthStart = startOfMonth(now).getTime();
  const beforeThisMonth = 1 - NEWCOMERS_SHARE;

  return new Date(
    share < beforeThisMonth
      ? opening + (share / beforeThisMonth) * (monthStart - opening)
      : monthStart + ((share - beforeThisMonth) / NEWCOMERS_SHARE) * (now.getTime() - monthStart),
  );
};

/**
 * Generates clients in the order of their registration; a million take seconds and little memory. `precedingUsers` is
 * the number of accounts that have taken an OW number before them.
 */
export function* generateUsers(
  count: number,
  random: Random,
  now: Date,
  precedingUsers = 0,
): Generator<SeedUser> {
  const namesakes = new Map<string, number>();

  for (let position = 0; position < count; position += 1) {
    const person = makePerson(random, registeredAt((position + random.next()) / count, now), now);
    const mailName = mailNameOf(person.User_Name, person.User_Surname);
    const earlier = namesakes.get(mailName) ?? 0;
    namesakes.set(mailName, earlier + 1);

    yield {
      ...person,
      User_Email: `${mailName}${earlier === 0 ? '' : earlier + 1}@${random.pickCommon(MAIL_DOMAINS)}`,
      OWNumber: owNumberOf(precedingUsers + position),
    };
  }
}
