import { describe, expect, it } from 'vitest';
import {
  BANK_CASES,
  type BankCase,
  type Outcome,
  readBytes,
  readCaseBytes,
} from '#test/support/bank/bank-cases.ts';
import {
  changeEachFigure,
  EXCEL_GB,
  EXCEL_US,
  EXCEL_ZA,
  saveInExcel,
  swapWords,
  toUtf16,
  toWindows1252,
} from '#test/support/bank/mangle-file.ts';
import { decodeFile } from '#web/features/bank/decode-file.ts';

/** The places at which each file is cut. */
const CUTS = 25;

type Read = Extract<Outcome, { kind: 'read' }>;

const read = (one: BankCase, content: string | Uint8Array): Promise<Outcome> =>
  readBytes(typeof content === 'string' ? Buffer.from(content) : content, [one.account.answer], {
    mapping: one.mapping,
  });

const textOf = (one: BankCase): string => decodeFile(readCaseBytes(one));

const figuresOf = ({ moneyIn, moneyOut, linesIn, firstDay, lastDay, opening, closing }: Read) => ({
  linesIn,
  moneyIn,
  moneyOut,
  firstDay,
  lastDay,
  opening,
  closing,
});

/** The cases that are read as they are; the others are refused, which mangling does not better. */
const READ: readonly { one: BankCase; original: Read }[] = (
  await Promise.all(BANK_CASES.map(async (one) => ({ one, original: await read(one, readCaseBytes(one)) })))
).flatMap(({ one, original }) => (original.kind === 'read' ? [{ one, original }] : []));

/** Returns the figures if a mangled file was read otherwise than the original; undefined if it was refused or asks. */
const findWrong = async (
  { one, original }: { one: BankCase; original: Read },
  content: string | Uint8Array,
  mayDiffer: (mangled: Read) => boolean = () => false,
): Promise<object | undefined> => {
  const mangled = await read(one, content);
  if (mangled.kind === 'refused' || mayDiffer(mangled)) {
    return undefined;
  }
  const [got, right] = [figuresOf(mangled), figuresOf(original)];

  return JSON.stringify(got) === JSON.stringify(right) ? undefined : { id: one.id, got, right };
};

const findWrongs = async (
  mangle: (text: string, original: Read) => (string | Uint8Array)[],
  mayDiffer?: (mangled: Read, original: Read) => boolean,
): Promise<object[]> => {
  const wrongs: object[] = [];
  for (const each of READ) {
    for (const content of mangle(textOf(each.one), each.original)) {
      const wrong = await findWrong(
        each,
        content,
        mayDiffer && ((mangled) => mayDiffer(mangled, each.original)),
      );
      if (wrong) {
        wrongs.push(wrong);
      }
    }
  }

  return wrongs;
};

/** Without balances no line is certain, and nobody can know whether rows or figures are missing. */
const isUnproven = ({ isProven }: Read): boolean => !isProven;

/** True for a whole row that the original has as well, by its day, amount and balance; a text may end early. */
const rowsOf = ({ lines }: Read): Set<string> =>
  new Set(lines.map(({ identity }) => identity.split(' ').slice(0, 3).join(' ')));

/** A file that ends between two rows is the file of fewer days: the first or the last balance and each row stay. */
const areWholeRows = (mangled: Read, original: Read): boolean =>
  [...rowsOf(mangled)].every((row) => rowsOf(original).has(row)) &&
  (mangled.opening === original.opening || mangled.closing === original.closing);

/** The balance of one row alone follows from nothing; its amount and its day are whole. */
const isOneRow = ({ linesIn, moneyOut, firstDay, lastDay }: Read): boolean =>
  firstDay === lastDay && (linesIn === 0 || (linesIn === 1 && moneyOut === '0.00'));

/**
 * The amount of the oldest row is proved by the opening balance alone, which few files name. With another amount the
 * balance with which the file begins is not the one with which the account's last file ended, and the page says so.
 */
const opensOtherwise = (mangled: Read, original: Read): boolean => {
  const changed = [...rowsOf(mangled)].filter((row) => !rowsOf(original).has(row));

  return mangled.opening !== original.opening && mangled.closing === original.closing && changed.length < 2;
};

describe("a bank's file", () => {
  it.each([
    ['South Africa, with semicolons and decimal commas', EXCEL_ZA],
    ['the USA, with its month first', EXCEL_US],
    ['Great Britain', EXCEL_GB],
  ])('that an Excel of %s saved again is read right, refused or asks', async (_, locale) => {
    expect(await findWrongs((text) => [saveInExcel(text, locale)])).toEqual([]);

    const saved = READ.map(({ one }) => read(one, saveInExcel(textOf(one), locale)));
    const kinds = (await Promise.all(saved)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'read').length).toBeGreaterThan(kinds.length / 2);
  });

  it('is the same in UTF-16 and in Windows-1252', async () => {
    for (const { one, original } of READ) {
      for (const content of [toUtf16(textOf(one)), toWindows1252(textOf(one))]) {
        expect(await read(one, content)).toEqual(original);
      }
    }
  });

  it('that ends too early is refused or has no proof, or its rows up to there are whole', async () => {
    const cut = (text: string) =>
      Array.from({ length: CUTS }, (_, index) => text.slice(0, (text.length * (index + 1)) / (CUTS + 1)));
    const wrongs = await findWrongs(
      cut,
      (mangled, original) => isUnproven(mangled) || areWholeRows(mangled, original) || isOneRow(mangled),
    );

    expect(wrongs).toEqual([]);
  });

  it('with one digit of a figure changed is refused, has no proof, or does not begin with the balance before it', async () => {
    const wrongs = await findWrongs(
      (text) => changeEachFigure(text),
      (mangled, original) => isUnproven(mangled) || opensOtherwise(mangled, original),
    );

    expect(wrongs).toEqual([]);
  });

  it('whose header has two columns in each other’s place is refused, or has no proof', async () => {
    const swaps = [
      [/\bAmount\b|\bBedrag\b/, /\bBalance\b|\bSaldo\b/],
      [/Debits?(?: Amount)?|Paid out|Money Out/, /Credits?(?: Amount)?|Paid in|Money In/],
      [/Description|Beskrywing/, /Reference|Verwysing/],
    ] as const;
    const wrongs = await findWrongs(
      (text) => swaps.flatMap(([one, other]) => swapWords(text, one, other) ?? []),
      isUnproven,
    );

    expect(wrongs).toEqual([]);
  });

  it('with rows of a second account is refused, or has no proof', async () => {
    const wrongs: object[] = [];
    for (const each of READ.filter(({ one }) => one.account.named !== null)) {
      const text = textOf(each.one);
      const named = each.one.account.named ?? '';
      const other = `${Number(named.slice(0, 1)) + 1}${named.slice(1, -1)}9`;
      const wrong = await findWrong(each, `${text.trimEnd()}\n${text.replaceAll(named, other)}`, isUnproven);
      wrongs.push(...(wrong ? [wrong] : []));
    }

    expect(wrongs).toEqual([]);
  });
});
