import { measureBundles } from './bundles.ts';
import { measureCalls } from './calls.ts';
import { measureDatabase, measureMillion } from './database.ts';
import { measureInvoice } from './invoice.ts';
import { printReport, type Report } from './report.ts';
import { measureStart } from './start.ts';

const parts: Record<string, () => Promise<Report>> = {
  bundles: measureBundles,
  calls: measureCalls,
  invoice: measureInvoice,
  database: measureDatabase,
  start: measureStart,
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

process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';

let missed = 0;
for (const name of names.length > 0 ? names : Object.keys(parts)) {
  const measure = known[name];
  if (measure) missed += printReport(await measure());
}
process.exitCode = missed > 0 ? 1 : 0;
