import { readFileSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { date } from '#shared/contract/fields.ts';
import { dayAfter } from '#shared/dates.ts';
import { formatRand } from '#shared/money.ts';
import { openStore } from '../open-store.ts';
import { findPortal } from '../portal-place.ts';
import { Refused } from '../refused.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { type LineFault, readClients } from './client-file.ts';
import { type ImportResult, importClients } from './import-clients.ts';

/** Limit of the refusals shown on the terminal; the report has all of them. */
const REFUSALS_SHOWN_MAX = 20;

const readFile = (file: string): Uint8Array => {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Refused(`${file} cannot be read.`, { cause });
  }
};

const describe = ({ line, field, sentence }: LineFault): string =>
  `line ${line}: ${field === '' ? '' : `${field}: `}${sentence}`;

/** Writes a report of the lines that were not added, by line number; its only values are OW numbers. */
const writeReport = (
  file: string,
  { skipped, refused }: Pick<ImportResult, 'skipped' | 'refused'>,
): string => {
  const report = `${file.replace(/\.csv$/i, '')}.report.csv`;
  const rows = [
    ...skipped.map((line) => ({ outcome: 'skipped', ...line })),
    ...refused.map((line) => ({ outcome: 'refused', ...line })),
  ]
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, outcome, field, sentence }) => [line, outcome, field, sentence]);
  writeFileSync(
    report,
    `${Papa.unparse({ fields: ['line', 'outcome', 'field', 'sentence'], data: rows })}\r\n`,
  );

  return report;
};

const USAGE =
  'npm run import -- <deployment> customers.csv [--taken-on <day>] [--dry-run] [--plain-passwords]';

/** PostgreSQL has no year 0. */
const FIRST_DAY = '1900-01-01';

/** Returns the day of the opening entries; null if none is given. */
const readTakenOn = (day: string | undefined): string | null => {
  if (day === undefined) {
    return null;
  }
  if (!date.safeParse(day).success || day < FIRST_DAY) {
    throw new Refused('--taken-on must be a day such as 2026-10-31.');
  }
  if (day > dayAfter(new Date(), 0)) {
    throw new Refused('--taken-on must not be in the future.');
  }

  return day;
};

/** Runs `USAGE`. */
export const importCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words, has, settingOf } = readArguments(args, {
    usage: USAGE,
    words: 2,
    flags: ['dry-run', 'plain-passwords'],
    settings: ['taken-on'],
  });
  const [deployment = '', file = ''] = words;
  const isDryRun = has('dry-run');
  const takenOn = readTakenOn(settingOf('taken-on'));

  const { clients, faults } = readClients(readFile(file), {
    takesPlainPasswords: has('plain-passwords'),
  });
  if (takenOn === null && clients.some(({ User_Debit }) => Number(User_Debit) !== 0)) {
    throw new Refused('The file has balances. Please add the day on which they were so: --taken-on <day>.');
  }
  const store = openStore(await findPortal(deployment));
  const result = await importClients({ store, passwords }, clients, {
    isDryRun,
    takenOn,
    onProgress: (done) => terminal.showProgress(`${done} of ${clients.length} lines`),
  });
  const refused = [...faults, ...result.refused].toSorted((one, other) => one.line - other.line);
  const report = writeReport(file, { ...result, refused });

  terminal.say('');
  for (const fault of refused.slice(0, REFUSALS_SHOWN_MAX)) {
    terminal.say(describe(fault));
  }
  terminal.say(
    `Opening balances of the clients added: ${formatRand(result.owedCents)} owed, ${formatRand(result.creditCents)} of credit.`,
  );
  const lines = new Set(refused.map(({ line }) => line)).size;
  terminal.say(
    `${isDryRun ? 'Would add' : 'Added'} ${result.added}, skipped ${result.skipped.length} that are there already, refused ${lines}. Each of these lines: ${report}`,
  );
  if (lines > 0) {
    throw new Refused(isDryRun ? 'Nothing was written.' : 'The refused lines were not written.');
  }
};
