import type {
  BankFileStore,
  NewBankLine,
  RecognisedLine,
  RememberedHeader,
} from '#functions/ports/database/bank/bank-file-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import type { BankFileOrder } from '#shared/contract/bank/bank-files.ts';
import { AppError } from '#shared/errors.ts';
import { formatRand } from '#shared/money.ts';
import type { BankFile as FileContent, FoundAccount } from './bank-file.ts';
import { identifyLines, type LineIdentity } from './line-identity.ts';
import { noteClosing } from './note-closing.ts';
import { openBankFile, readBankFile } from './read-bank-file.ts';
import { requireSums } from './require-sums.ts';

type Account = BankAccounts[number];

const askAccount = (sentence: string): AppError =>
  new AppError('account_needed', sentence, { fields: { account: sentence } });

interface ChosenAccount {
  account: Account;
  /** True if the account is only that of an earlier file with the same header, while the settings have several. */
  isGuess: boolean;
}

/** The account that the file names, else the one that the admin chose for it or earlier for its header, else the only one. */
const chooseAccount = (
  accounts: BankAccounts,
  found: FoundAccount,
  chosen: string | undefined,
  remembered: RememberedHeader | undefined,
): ChosenAccount => {
  const accountOf = (wanted: string | null | undefined) => accounts.find(({ number }) => number === wanted);
  const named = found.kind === 'none' ? chosen : found.number;
  if (named) {
    const account = accountOf(named);
    if (!account) {
      const sentence = `The file is of account ${named}, which is none of yours that receive money.`;
      throw new AppError('other_account', sentence, { fields: { account: sentence } });
    }

    return { account, isGuess: false };
  }
  const known = accountOf(remembered?.account);
  const [first, ...others] = accounts;
  const account = known ?? (others.length === 0 ? first : undefined);
  if (!account) {
    throw askAccount('The file does not say of which account it is. Please choose its account.');
  }

  return { account, isGuess: others.length > 0 };
};

/** What is known of the lines of a file before their clients are looked for. */
export type RecognisedRow = FileContent['rows'][number] &
  LineIdentity &
  Pick<NewBankLine, 'position'> &
  RecognisedLine;

export interface ReadOrder {
  content: FileContent;
  mapping: BankFileOrder['mapping'];
  account: Account;
  /** What is known of the account from its earlier files. */
  known: Awaited<ReturnType<BankFileStore['readAccount']>>;
  rows: RecognisedRow[];
}

/** Reads the text of a file by what the order, or an earlier file with its header, says of it. */
export const readOrder = async (
  { bankFiles }: Pick<Database, 'bankFiles'>,
  accounts: BankAccounts,
  order: BankFileOrder,
  today: string,
): Promise<Pick<ReadOrder, 'content' | 'mapping'> & ChosenAccount> => {
  const opened = openBankFile(order.text);
  const remembered = await bankFiles.findHeader(opened.header);
  const mapping = order.mapping ?? remembered?.mapping ?? undefined;
  const content = readBankFile(opened, {
    mapping,
    withoutBalances: order.withoutBalances,
    dayOrder: order.dayOrder,
    today,
    accounts: accounts.map(({ number }) => number),
  });
  requireSums(content, mapping ? 'mapping' : 'text');

  return { content, mapping, ...chooseAccount(accounts, content.account, order.account, remembered) };
};

/** Names both balances, so that a person sees of which account a file is. */
const wordDoubt = (
  { bank, number }: Account,
  openingCents: number | null,
  closingCents: number | null,
): string => {
  const name = `${bank}, ending in ${number.slice(-4)}`;
  const earlier =
    openingCents === null || closingCents === null
      ? `Earlier files like it were of ${name}.`
      : `It begins with ${formatRand(openingCents)}, and the last file of ${name} ended with ${formatRand(closingCents)}.`;

  return `The file does not say of which account it is. ${earlier} Please choose its account.`;
};

/**
 * Says which lines of a file are known. Asks for the account if it is a guess and neither a known line nor the balance
 * supports it (D63).
 */
export const recogniseOrder = async (
  { bankFiles }: Pick<Database, 'bankFiles'>,
  { content, mapping, account, isGuess }: Awaited<ReturnType<typeof readOrder>>,
): Promise<ReadOrder> => {
  const known = await bankFiles.readAccount(account.number);
  const { format } = content;
  const identified = await identifyLines(content.rows, format);
  const recognised = await bankFiles.recognise(account.number, { format, lines: identified });
  const rows = identified.map((row, index) => ({
    knownId: null,
    sameAs: null,
    seenInFileOf: null,
    ...recognised[index],
    ...row,
  }));
  const { openingCents } = content;
  const goesOn = openingCents !== null && openingCents === known.closingCents;
  if (isGuess && !goesOn && !rows.some(({ knownId }) => knownId !== null)) {
    throw askAccount(wordDoubt(account, openingCents, known.closingCents));
  }

  const notes = [...content.notes, ...noteClosing(content, known)];

  return { content: { ...content, notes }, mapping, account, known, rows };
};
