import type { LineToMatch } from '#functions/domain/bank/match-lines.ts';
import { makeRandom, type Random } from '#local/seed/random.ts';
import { LINE_DAY, type ManyClient } from './many-clients.ts';

export interface LineOfKind {
  kind: string;
  /** Who paid it. */
  payer: ManyClient;
  line: LineToMatch;
}

/** One of these shares of payments is not what is due. */
const OTHER_AMOUNTS = 0.15;
const ROUNDED_CENTS = 30_000;

const digitsOf = ({ owNumber }: ManyClient): string => owNumber.slice('OW'.length);

const withGaps = (digits: string, random: Random): string => {
  const first = random.integer(1, digits.length - 2);
  const second = random.integer(first + 1, digits.length - 1);

  return `${digits.slice(0, first)} ${digits.slice(first, second)} ${digits.slice(second)}`;
};

/** Puts another digit in one place, so that the number of another client results. */
const mistype = (client: ManyClient, all: readonly ManyClient[], random: Random): string => {
  const digits = digitsOf(client);
  for (;;) {
    const spot = random.integer(0, digits.length - 1);
    const other = `${digits.slice(0, spot)}${random.integer(0, 9)}${digits.slice(spot + 1)}`;
    if (other !== digits && all[Number(other) - Number(digits) + client.userId - 1]) {
      return `OW${other}`;
    }
  }
};

/** What clients type as reference; null if they type none. */
const REFERENCES: Record<
  string,
  (client: ManyClient, random: Random, all: readonly ManyClient[]) => string | null
> = {
  'OW number in lower case': ({ owNumber }) => owNumber.toLowerCase(),
  'O for 0 and l for 1': (client) => `OW${digitsOf(client).replaceAll('0', 'O').replaceAll('1', 'l')}`,
  'spaces inside': (client, random) => `OW ${withGaps(digitsOf(client), random)}`,
  'a hyphen': (client) => `OW-${digitsOf(client)}`,
  'words around it': ({ owNumber }) => `Internet ${owNumber} thank you`,
  '15 digits behind it': ({ owNumber }, random) => `${owNumber} ${random.digits(9)}${random.digits(6)}`,
  'invoice number without hyphens': (client) =>
    (client.openInvoice ?? client.closedInvoice).replaceAll('-', ''),
  'invoice number without zeros': (client) =>
    (client.openInvoice ?? client.closedInvoice).replaceAll('-', '').replace(/^(INV2026)0+/, '$1'),
  'number of a closed invoice': ({ closedInvoice }) => closedInvoice,
  'digits only': digitsOf,
  'name only': () => null,
  'one digit wrong': (client, random, all) => mistype(client, all, random),
};

/** The kinds whose first proposals must be right. */
export const SURE_KINDS = Object.keys(REFERENCES).slice(0, 9);

/** Who pays is in the description of four of five lines, as some banks print only their own words. */
const describe = ({ name, surname }: ManyClient, random: Random, isNamed: boolean): string =>
  isNamed || random.chance(0.8)
    ? `FNB OB PMT ${name.slice(0, 1)} ${surname}`.toUpperCase()
    : 'INTERNET TRF FROM BANK';

const makeLine = (kind: string, all: readonly ManyClient[], random: Random): LineOfKind => {
  const payer = random.pick(all);
  const amountCents = random.chance(OTHER_AMOUNTS) ? ROUNDED_CENTS : payer.priceCents;
  const reference = REFERENCES[kind]?.(payer, random, all) ?? null;
  const description = describe(payer, random, reference === null);
  // Some banks have one column of text.
  const isApart = random.chance(0.5);

  return {
    kind,
    payer,
    line: {
      date: LINE_DAY,
      description: isApart || reference === null ? description : `${description} ${reference}`,
      reference: isApart ? reference : null,
      amountCents,
      hasBalance: true,
      seenInFileOf: null,
    },
  };
};

/** The same lines for the same clients, each kind as often. */
export const makeLinesOfKinds = (all: readonly ManyClient[], count: number): LineOfKind[] => {
  const random = makeRandom(count);

  return Object.keys(REFERENCES).flatMap((kind) =>
    Array.from({ length: count }, () => makeLine(kind, all, random)),
  );
};

/** Clients in credit, who are proven, while the words name another who owes exactly the amount. */
const IN_CREDIT: Record<string, (client: ManyClient) => { description: string; reference: string }> = {
  'payer booked before, client in credit': ({ name, surname }) => ({
    description: `FNB OB PMT ${name.slice(0, 1)} ${surname}`.toUpperCase(),
    reference: '',
  }),
  'service number, client in credit, another owes exactly that': ({ userId }) => ({
    description: 'INTERNET TRF FROM BANK',
    reference: `087${String(userId).padStart(7, '0')}`,
  }),
};

export const CREDIT_KINDS = Object.keys(IN_CREDIT);

export const makeLinesInCredit = (all: readonly ManyClient[], count: number): LineOfKind[] => {
  const random = makeRandom(count);
  // Of the shared surnames a payer was booked for several clients, so it names none.
  const ofOne = all.filter(({ userId }) => userId % 3 !== 0);
  const inCredit = ofOne.filter(({ openInvoice }) => openInvoice === null);
  const organisations = ofOne.filter(({ userId }) => userId % 10 === 0);

  return CREDIT_KINDS.flatMap((kind) =>
    Array.from({ length: count }, () => {
      const payer = random.pick(inCredit);
      const owing = random.pick(organisations);
      const { description, reference } = IN_CREDIT[kind]?.(payer) ?? { description: '', reference: '' };

      return {
        kind,
        payer,
        line: {
          date: LINE_DAY,
          description,
          reference: `${reference} ${owing.surname} Trading`.trim(),
          amountCents: owing.priceCents,
          hasBalance: true,
          seenInFileOf: null,
        },
      };
    }),
  );
};

/** A month's file, in which one of a hundred references is mistyped. */
export const makeMonthOfLines = (all: readonly ManyClient[], count: number): LineOfKind[] => {
  const random = makeRandom(count);

  return Array.from({ length: count }, () =>
    makeLine(random.chance(0.01) ? 'one digit wrong' : random.pick(SURE_KINDS), all, random),
  );
};
