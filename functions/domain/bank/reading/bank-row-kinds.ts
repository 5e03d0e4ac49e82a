/**
 * What a row of a bank's file is: 'note' for one that only says a balance, 'pending' for one that the bank may still
 * change, which comes again once it is settled.
 */
export type Kind = 'money' | 'note' | 'pending' | 'total';

const ENDS =
  /^(?:balance )?(?:open(?:ing)?|clos(?:e|ing)|brought forward|carried forward|[bc]\/?f)(?: balance)?(?: [\d ]+)?:?$/i;
const ENDS_AFRIKAANS =
  /^(?:(?:open|aanvang|begin|sluit|slot|eind)(?:ing)?s? ?(?:saldo|balans)|(?:saldo|balans) (?:oor)?(?:gebring|gedra))(?: [\d ]+)?:?$/i;
const CLOSING = /^(?:balance )?(?:clos|carried|c\/?f)|^(?:sluit|slot|eind)|gedra$/i;
const TOTAL = /^(?:(?:grand |sub ?)?totals?|(?:groot|sub)?totaal|totale)(?: [a-z]+)?:?$/i;
const RETURNED =
  /\b(?:unpaid|returned|r\/d|reversal|reversed|dishonou?red|refer to drawer|onbetaald?|teruggestuur|omgekeer)\b/i;

const IS_PENDING =
  'pending|provisional|uncleared|unsettled|unposted|not (?:yet )?(?:cleared|settled|posted)|(?:on )?hold|held|reserved|earmarked|auth(?:ori[sz](?:ed|ation))?|processing|in (?:process|progress)|awaiting [a-z ]+|declined|failed|cancell?ed|rejected|hangende?|voorlopige?|onverreken|geweier';
/** A whole cell of a column such as 'Type' or 'Status'. */
const STATUS = new RegExp(
  `^[([*]?(?:${IS_PENDING})(?: transactions?| payments?| items?)?[)\\]*]?$|^scheduled$`,
  'i',
);
/** How a bank marks the text of such a row; a client may begin a reference with 'Pending'. */
const PENDING_TEXT = [
  /[([*](?:pending|uncleared|provisional|hold|on hold|authori[sz]ed)[)\]*]|[-–] ?pending$/i,
  /^(?:pending|hold|reserved|earmarked|authori[sz](?:ed|ation))(?:$| ?[:*])/i,
  /^pending (?:transaction|payment|authori[sz]ation|debit|credit|card|purchase|deposit|eft|item)\b/i,
  /^(?:provisional|uncleared|(?:card )?auth(?:ori[sz]ation)? hold|hangende|voorlopige?)\b/i,
];

const some = (texts: readonly string[], pattern: RegExp): boolean => texts.some((text) => pattern.test(text));

const hasPendingMark = (texts: readonly string[]): boolean =>
  PENDING_TEXT.some((pattern) => some(texts, pattern));

/** Returns the kind that one of the texts names, of a bank's own words. */
export const kindOfTexts = (texts: readonly string[]): Kind | undefined => {
  if (some(texts, ENDS) || some(texts, ENDS_AFRIKAANS)) {
    return 'note';
  }

  return hasPendingMark(texts) ? 'pending' : some(texts, TOTAL) ? 'total' : undefined;
};

/** True if a cell outside the texts of a client says that the bank has not settled the row. */
export const isPendingStatus = (cells: readonly string[]): boolean =>
  some(cells, STATUS) || hasPendingMark(cells);

const PENDING_HEADING = new RegExp(
  `^(?:${IS_PENDING}) (?:transactions|payments|items|entries|deposits|transaksies)\\b`,
  'i',
);

/** True if a line stands above rows that the bank has not settled. */
export const isPendingHeading = (text: string): boolean => PENDING_HEADING.test(text);

const SETTLED_HEAD = /^(?:is )?(?:cleared|settled|posted|verreken)$/;
const PENDING_HEAD = /^(?:is )?(?:pending|uncleared|hangend)$/;

/** Returns the words of a status for a cell that only says yes or no to the head of its column. */
export const statusOf = (cell: string, head: string): string => {
  const isNo = /^(?:no|n|false|nee)$/i.test(cell) && SETTLED_HEAD.test(head);
  const isYes = /^(?:yes|y|true|ja)$/i.test(cell) && PENDING_HEAD.test(head);

  return isNo || isYes ? 'pending' : cell;
};

export const saysClosing = (texts: readonly string[]): boolean => some(texts, CLOSING);

/** True if the bank's words say that a payment came back. */
export const saysReturned = (texts: readonly string[]): boolean => some(texts, RETURNED);

/** What banks print between the rows of a table. */
const PRINTED = /\bpage \d|\bbladsy \d|\bstatement\b|\bstaat\b|\bcontinued\b|\bvat reg|^[*\-_=]+$|www\./i;

/** True if a text may go on with that of the row before. */
export const mayContinue = (text: string): boolean => text !== '' && !PRINTED.test(text);
