import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { measureBundles } from './bundles.ts';
import { measureCalls } from './calls.ts';
import { measureDatabase, measureMillion } from './database.ts';
import { measureFirstScreens } from './first-screens.ts';
import { measureHelpdesk } from './helpdesk.ts';
import { measureInvoice } from './invoice.ts';
import { measureLoad } from './load.ts';
import { printReport, type Report } from './report.ts';
import { measureStart } from './start.ts';

const parts: Record<string, () => Promise<Report>> = {
  bundles: measureBundles,
  calls: measureCalls,
  invoice: measureInvoice,
  database: measureDatabase,
  load: measureLoad,
  helpdesk: measureHelpdesk,
  start: measureStart,
  'first-screens': measureFirstScreens,
};

/** Takes minutes, so it runs only when it is asked for. */
const partsOnDemand: Record<string, () => Promise<Report>> = { million: measureMillion };

const known = { ...parts, ...partsOnDemand };
const names = process.argv.slice(2);

const unknown = names.filter((name) => !(name in known));
if (unknown.length > 0) {
  console.error(`There is no part '${unknown.join(', ')}'. There are: ${Object.keys(known).join(', ')}.`);
  process.exit(1);
}

const measureHere = async (measure: () => Promise<Report>): Promise<boolean> => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';

  return printReport(await measure()) === 0;
};

/** For one of several: the handlers read the settings of their portal once in a process. */
const measureInOwnProcess = (name: string): boolean =>
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], { stdio: 'inherit' }).status === 0;

const only = names.length === 1 ? known[names[0] ?? ''] : undefined;
const areKept = only
  ? [await measureHere(only)]
  : (names.length > 0 ? names : Object.keys(parts)).map(measureInOwnProcess);
process.exitCode = areKept.every(Boolean) ? 0 : 1;
