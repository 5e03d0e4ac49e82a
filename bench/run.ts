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

const choose = (names: readonly string[]): (() => Promise<Report>)[] => {
  if (names.length === 0) return Object.values(parts);

  const known = { ...parts, ...partsOnDemand };

  return names.map((name) => {
    const measure = known[name];
    if (!measure) throw new Error(`There is no part '${name}'. There are: ${Object.keys(known).join(', ')}.`);

    return measure;
  });
};

process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';

let missed = 0;
for (const measure of choose(process.argv.slice(2))) missed += printReport(await measure());
process.exitCode = missed > 0 ? 1 : 0;
