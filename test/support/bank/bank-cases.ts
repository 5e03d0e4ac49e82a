import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { identifyLines } from '#functions/domain/bank/reading/line-identity.ts';
import { openBankFile, readBankFile } from '#functions/domain/bank/reading/read-bank-file.ts';
import { HEAD_LENGTH } from '#shared/bank/bank-file-kinds.ts';
import { type BankMapping, bankMapping } from '#shared/contract/bank/bank-files.ts';
import { AppError } from '#shared/errors.ts';
import { decodeFile, FileRefusal, refuseOther } from '#web/features/bank/decode-file.ts';

/** The day on which the files are read. */
export const TODAY = '2026-11-27';

const FOLDER = 'test/unit/bank/files';

const bankCase = z.strictObject({
  id: z.string(),
  file: z.string(),
  bank: z.string(),
  /** What the file shows that others do not. */
  shows: z.string(),
  /** The account that the file itself names, and the one that the administrator answers if the portal asks. */
  account: z.object({ named: z.string().nullable(), answer: z.string() }),
  /** The columns that the administrator chooses if the portal asks. */
  mapping: bankMapping.optional(),
  /** Cases that were read before. */
  after: z.array(z.string()).default([]),
  expect: z.strictObject({
    read: z.literal(true).optional(),
    linesIn: z.number().optional(),
    moneyIn: z.string().optional(),
    moneyOut: z.string().optional(),
    firstDay: z.string().optional(),
    lastDay: z.string().optional(),
    opening: z.string().optional(),
    closing: z.string().optional(),
    newLinesIn: z.number().optional(),
    newMoneyIn: z.string().optional(),
    duplicates: z.number().optional(),
    bothFilesMoneyIn: z.string().optional(),
    refuse: z.string().optional(),
    /** A pattern of the sentence of the refusal. */
    says: z.string().optional(),
    code: z.string().optional(),
    /** A pattern of a refusal's sentence that is as good as a right reading. */
    orSays: z.string().optional(),
  }),
  note: z.string().optional(),
});
export type BankCase = z.infer<typeof bankCase>;

export const BANK_CASES: readonly BankCase[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .map((name) => bankCase.parse(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'))));

export const readCaseBytes = ({ file }: BankCase): Uint8Array => readFileSync(`${FOLDER}/${file}`);

const RAND = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, useGrouping: false });
const toRand = (cents: number): string => RAND.format((cents || 0) / 100);
const toRandOrNone = (cents: number | null): string | null => (cents === null ? null : toRand(cents));

/** What became of a file. */
export type Outcome =
  | {
      kind: 'read';
      bank: string;
      account: string | null;
      linesIn: number;
      moneyIn: string;
      moneyOut: string;
      firstDay: string;
      lastDay: string;
      opening: string | null;
      closing: string | null;
      /** True if the balances prove that no row is missing or other. */
      isProven: boolean;
      hasChosenColumns: boolean;
      /** What makes each line the same in another file. */
      lines: { identity: string; amountCents: number }[];
    }
  | { kind: 'refused'; code: string; sentence: string };

interface ReadOptions {
  /** The columns that the administrator chooses if the portal asks. */
  mapping?: BankMapping | undefined;
  accounts: readonly string[];
  /** The columns that were chosen before, by the header or the shape of the file. */
  remembered?: ReadonlyMap<string, BankMapping>;
}

const readContent = (text: string, { accounts, mapping, remembered }: ReadOptions) => {
  const opened = openBankFile(text);
  const known = remembered?.get(opened.header);
  const read = (columns: BankMapping | undefined) =>
    readBankFile(opened, { mapping: columns, today: TODAY, accounts });
  try {
    return { content: read(known), chosen: known };
  } catch (error) {
    if (error instanceof AppError && error.code === 'columns_unknown' && mapping) {
      return { content: read(mapping), chosen: mapping };
    }
    throw error;
  }
};

/** Reads a file as the portal does: decoded by the browser, read by the server, the columns chosen if it asks. */
export const readBytes = async (
  bytes: Uint8Array,
  accounts: readonly string[],
  options: Omit<ReadOptions, 'accounts'>,
): Promise<Outcome> => {
  try {
    refuseOther(bytes.length, bytes.subarray(0, HEAD_LENGTH));
    const { content, chosen } = readContent(decodeFile(bytes), { ...options, accounts });
    const { account } = content;
    if (account.kind === 'other') {
      return {
        kind: 'refused',
        code: 'other_account',
        sentence: `The file is of account ${account.number}.`,
      };
    }
    const moneyIn = content.rows.filter(({ amountCents }) => amountCents > 0);
    const returned = content.rows.filter(({ amountCents }) => amountCents < 0);
    const sum = (rows: readonly { amountCents: number }[]) =>
      rows.reduce((cents, { amountCents }) => cents + amountCents, 0);
    const identified = await identifyLines(content.rows, content.format);

    return {
      kind: 'read',
      bank: content.bank,
      account: account.kind === 'own' ? account.number : null,
      linesIn: moneyIn.length,
      moneyIn: toRand(sum(moneyIn)),
      moneyOut: toRand(content.feeCents - content.skipped.cents - sum(returned)),
      firstDay: content.from,
      lastDay: content.to,
      opening: toRandOrNone(content.openingCents),
      closing: toRandOrNone(content.closingCents),
      isProven: content.hasBalances,
      hasChosenColumns: chosen !== undefined,
      lines: identified.map(({ date, amountCents, balanceCents, words, place }) => ({
        identity: [date, amountCents, balanceCents, words, place].join(' '),
        amountCents,
      })),
    };
  } catch (error) {
    if (error instanceof FileRefusal) {
      return { kind: 'refused', code: 'not_sent', sentence: error.message };
    }
    if (error instanceof AppError) {
      return { kind: 'refused', code: error.code, sentence: error.message };
    }
    throw error;
  }
};

/** Returns the header or shape of a case's file, by which chosen columns are remembered. */
export const headerOf = (one: BankCase): string => openBankFile(decodeFile(readCaseBytes(one))).header;

/** Returns the other cases that were read before a case. */
export const casesBefore = ({ after }: BankCase): BankCase[] =>
  BANK_CASES.filter(({ id }) => after.includes(id));

/** Reads the file of a case, and before it those that the portal read before. */
export const readCase = async (one: BankCase): Promise<Outcome> => {
  const remembered = casesBefore(one).flatMap((before) =>
    before.mapping ? [[headerOf(before), before.mapping] as const] : [],
  );

  return readBytes(readCaseBytes(one), [one.account.answer], {
    mapping: one.mapping,
    remembered: new Map(remembered),
  });
};
