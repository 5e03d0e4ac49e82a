import { readFileSync } from 'node:fs';
import { makeUnknownHash } from '#functions/adapters/crypto/argon2-passwords.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { LOCAL, readNamedDeployment } from '../named-deployment.ts';
import { openRestored } from '../open-store.ts';
import { findPortal } from '../portal-place.ts';
import { readMoment } from '../read-moment.ts';
import { Refused } from '../refused.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { afterRestore } from './after-restore.ts';
import { collectLaterBooks } from './later-books.ts';
import { collectLaterChanges } from './later-changes.ts';
import { readRequestLines } from './request-lines.ts';

const USAGE = 'npm run after-restore -- <deployment> <moment> <log file> [<cluster>]';

const readLog = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Refused(`${file} cannot be read.`, { cause });
  }
};

/** The portal of npm start has its settings in the environment, which `findPortal` has read. */
const readVatSettings = async (deployment: string): Promise<VatSettings> => {
  if (deployment === LOCAL) {
    return (await import('#functions/runtime/ports/vat-settings-port.ts')).vatSettings;
  }
  const settings = readNamedDeployment(deployment);

  return {
    vatNumber: settings.supplierVatNumber ?? null,
    taxPeriod: settings.vatTaxPeriod,
    registeredFrom: settings.vatRegisteredFrom ?? null,
    creditNoteField: settings.vatCreditNoteField,
  };
};

/** `npm run after-restore -- <deployment> <moment> <log file> [<cluster>]` */
export const afterRestoreCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words } = readArguments(args, { usage: USAGE, words: 3, wordsMax: 4 });
  const [deployment = '', momentText = '', file = '', cluster] = words;
  const moment = readMoment(momentText);
  const lines = readRequestLines(readLog(file), moment);
  terminal.say(`${file} has ${lines.length} requests after that moment.`);

  const place = await findPortal(deployment);
  // The restored cluster has another name until it replaces the old one.
  const resourceArn =
    cluster === undefined ? place.resourceArn : place.resourceArn.replace(/[^:]+$/, cluster);
  const isOn = deployment === LOCAL || readNamedDeployment(deployment).helpdeskUrl !== undefined;

  const vatSettings = await readVatSettings(deployment);

  await afterRestore(
    {
      ...openRestored({ ...place, resourceArn }),
      terminal,
      makeUnknownHash,
      isHelpdeskOn: isOn,
      vatSettings,
    },
    {
      moment,
      changes: collectLaterChanges(lines),
      books: collectLaterBooks(lines),
      clock: () => new Date(),
    },
  );
};
