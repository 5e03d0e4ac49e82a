import { readFileSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
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

/** `npm run import -- <deployment> customers.csv [--dry-run] [--plain-passwords]` */
export const importCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words, has } = readArguments(args, {
    usage: 'npm run import -- <deployment> customers.csv [--dry-run] [--plain-passwords]',
    words: 2,
    flags: ['dry-run', 'plain-passwords'],
  });
  const [deployment = '', file = ''] = words;
  const isDryRun = has('dry-run');

  const { clients, faults } = readClients(readFile(file), {
    takesPlainPasswords: has('plain-passwords'),
  });
  const store = openStore(await findPortal(deployment));
  const result = await importClients({ store, passwords }, clients, {
    isDryRun,
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
