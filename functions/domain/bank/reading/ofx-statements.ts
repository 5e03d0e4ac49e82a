import { readOfxTags } from './ofx-tags.ts';
import { refuseFile } from './read-bank-row.ts';

export interface Transaction {
  /** Its place in the file, from 1. */
  place: number;
  /** True in the list of what the bank may still change. */
  isPending: boolean;
  fields: Map<string, string>;
}

/** A statement of one account, with its values as they are written. */
export interface Statement {
  accounts: string[];
  currency?: string;
  start?: string;
  end?: string;
  balance?: string;
  balanceOf?: string;
  transactions: Transaction[];
}

export interface OfxContent {
  /** As the file names the bank. */
  bank: string;
  madeOn: string | undefined;
  statements: Statement[];
}

const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS']);
const TRANSACTIONS = new Set(['STMTTRN', 'STMTTRNP']);
const OWN_ACCOUNT = new Set(['BANKACCTFROM', 'CCACCTFROM']);
/** Parts of a statement whose values have the names of other parts' values. */
const PARTS = new Set([...OWN_ACCOUNT, 'LEDGERBAL', 'AVAILBAL', 'BALLIST', 'BANKTRANLIST', 'BANKTRANLISTP']);
/** Parts of a transaction: the currency of a row, that in which somebody paid, and the other side's account. */
const INNER = new Set(['CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO', 'CCACCTTO', 'IMAGEDATA']);
const FIELDS = new Set(
  'TRNTYPE DTPOSTED DTTRAN TRNAMT FITID NAME EXTDNAME PAYEE MEMO MEMO2 CHECKNUM REFNUM CORRECTFITID'.split(
    ' ',
  ),
);
/** A row says these once. */
const SINGLE = new Set(['DTPOSTED', 'TRNAMT', 'FITID']);

const broken = (place: number) =>
  refuseFile('text', `Transaction ${place} is broken. Is the file complete and unchanged?`);

const makeReader = (transactionsMax: number) => {
  const statements: Statement[] = [];
  let count = 0;
  let statement: Statement | undefined;
  let transaction: Transaction | undefined;
  let part = '';
  let inner = '';

  const openTransaction = (name: string) => {
    count += 1;
    if (count > transactionsMax) {
      throw refuseFile(
        'text',
        'A file may have at most 10,000 transactions. Please download fewer days at a time.',
      );
    }
    if (!statement || transaction) {
      throw broken(count);
    }
    transaction = {
      place: count,
      isPending: name === 'STMTTRNP' || part === 'BANKTRANLISTP',
      fields: new Map(),
    };
    statement.transactions.push(transaction);
    inner = '';
  };

  const addField = ({ place, fields }: Transaction, name: string, value: string) => {
    if (name === 'CURSYM' && inner === 'CURRENCY') {
      fields.set(name, value);
    }
    if (inner !== '' || !FIELDS.has(name)) {
      return;
    }
    const before = fields.get(name);
    if (before !== undefined && SINGLE.has(name)) {
      throw broken(place);
    }
    fields.set(name, before ? `${before} ${value}` : value);
  };

  const addValue = (of: Statement, name: string, value: string) => {
    if (OWN_ACCOUNT.has(part) && name === 'ACCTID') {
      of.accounts.push(value);
    } else if (part === 'LEDGERBAL' && name === 'BALAMT') {
      of.balance = value;
    } else if (part === 'LEDGERBAL' && name === 'DTASOF') {
      of.balanceOf = value;
    } else if (part === 'BANKTRANLIST' && name === 'DTSTART') {
      of.start = value;
    } else if (part === 'BANKTRANLIST' && name === 'DTEND') {
      of.end = value;
    } else if (name === 'CURDEF') {
      of.currency = value;
    } else if (SINGLE.has(name)) {
      throw broken(count + 1);
    }
  };

  const open = (name: string, value: string) => {
    if (STATEMENTS.has(name)) {
      statement = { accounts: [], transactions: [] };
      statements.push(statement);
    } else if (TRANSACTIONS.has(name)) {
      openTransaction(name);
    } else if (transaction && INNER.has(name)) {
      inner = name;
    } else if (transaction) {
      addField(transaction, name, value);
    } else if (PARTS.has(name)) {
      part = name;
    } else if (statement) {
      addValue(statement, name, value);
    }
  };

  const close = (name: string) => {
    if (transaction && (STATEMENTS.has(name) || name === part)) {
      throw broken(transaction.place);
    }
    if (STATEMENTS.has(name)) {
      // Some banks end the statement of a card as that of an account.
      statement = undefined;
    } else if (TRANSACTIONS.has(name)) {
      transaction = undefined;
    } else if (name === inner) {
      inner = '';
    } else if (name === part) {
      part = '';
    }
  };

  return { statements, open, close };
};

/** Finds the statements of an OFX file, and refuses one that is cut off. */
export const readStatements = (text: string, transactionsMax: number): OfxContent => {
  const { statements, open, close } = makeReader(transactionsMax);
  let isWhole = false;
  let bank = '';
  let madeOn: string | undefined;
  for (const { name, isClose, value } of readOfxTags(text)) {
    if (name === 'INVSTMTRS' || name === 'LOANSTMTRS') {
      throw refuseFile(
        'text',
        'The file is about investments or a loan. Please download that of your account.',
      );
    }
    isWhole = name === 'OFX' ? isClose : isWhole;
    bank = (name === 'ORG' || name === 'BANKID') && bank === '' ? value : bank;
    madeOn = name === 'DTSERVER' && !isClose ? value : madeOn;
    (isClose ? close : open)(name, value);
  }
  if (!isWhole) {
    throw refuseFile('text', 'The file ends too early. Is it complete?');
  }
  if (statements.length === 0) {
    throw refuseFile('text', 'The file has no transactions.');
  }

  return { bank: bank || 'OFX', madeOn, statements };
};
