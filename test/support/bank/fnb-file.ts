export interface FnbRow {
  date: string;
  description?: string;
  reference?: string;
  cents: number;
  /** The service fee, which the bank takes besides. */
  feeCents?: number;
}

const inRand = (cents: number): string => String(cents / 100);

/** Writes a file as FNB's business banking does, with a balance that follows from row to row. */
export const writeFnbFile = (account: string, rows: readonly FnbRow[], openingCents = 100_000): string => {
  let balance = openingCents;
  const records = rows.map(
    ({ date, description = 'FNB APP PAYMENT FROM', reference = '', cents, feeCents = 0 }) => {
      balance += cents - feeCents;

      return [
        date.replaceAll('-', '/'),
        inRand(feeCents),
        inRand(cents),
        description,
        reference,
        inRand(balance),
        '0',
      ].join(',');
    },
  );

  return [
    `ACCOUNT TRANSACTION HISTORY FOR ACCOUNT NUMBER ${account}`,
    '',
    'Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER',
    ...records,
    '',
  ].join('\r\n');
};
