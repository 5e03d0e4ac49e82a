import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureBundles } from './bundles.ts';
import { measureCalls } from './calls.ts';
import { measureCatchUp } from './catch-up.ts';
import { measureDatabase, measureMillion } from './database.ts';
import { measureDelays } from './delays.ts';
import { measureFirstStart } from './first-start.ts';
import { measureHelpdesk } from './helpdesk.ts';
import { measureInteractions } from './interactions.ts';
import { measureInvoice } from './invoice.ts';
import { measureLoad } from './load.ts';
import { measurePhone } from './phone.ts';
import { measureLongPrintMemory, measurePrintMemory } from './print-memory.ts';
import { measureReads } from './reads.ts';
import { measureRecord } from './record.ts';
import { type Bound, bound, formatBounds, isMet, printTables, type Report } from './report.ts';
import { measureResetRequest } from './reset-request.ts';
import { measureSignIn } from './sign-in.ts';
import { measureStart } from './start.ts';

const parts: Record<string, () => Promise<Report>> = {
  bundles: measureBundles,
  calls: measureCalls,
  reads: measureReads,
  'sign-in': measureSignIn,
  'reset-request': measureResetRequest,
  invoice: measureInvoice,
  memory: measurePrintMemory,
  database: measureDatabase,
  helpdesk: measureHelpdesk,
  start: measureStart,
  phone: measurePhone,
};

/** These parts take minutes and run only when named. */
const partsOnDemand: Record<string, () => Promise<Report>> = {
  'catch-up': measureCatchUp,
  delays: measureDelays,
  'first-start': measureFirstStart,
  interactions: () => measureInteractions(options),
  load: measureLoad,
  million: measureMillion,
  'print-memory': measureLongPrintMemory,
  record: measureRecord,
};

const known = { ...parts, ...partsOnDemand };
const { positionals: names, values: options } = parseArgs({
  allowPositionals: true,
  options: { before: { type: 'string' } },
});

const unknown = names.filter((name) => !(name in known));
if (unknown.length > 0) {
  console.error(`There is no part '${unknown.join(', ')}'. There are: ${Object.keys(known).join(', ')}.`);
  process.exit(1);
}

const beforeArgs = options.before === undefined ? [] : ['--before', options.before];

const measureHere = async (measure: () => Promise<Report>): Promise<readonly Bound[]> => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  const report = await measure();
  printTables(report);

  return report.bounds;
};

/** Returns the table row of a part that ended without figures. */
const failed = (name: string): Bound => ({
  what: `The part '${name}'`,
  measured: Number.NaN,
  limit: 0,
  unit: 'figures',
});

/** Runs each of several parts in its own process, because handlers read their portal's settings once in a process. */
const measureInOwnProcess = async (name: string): Promise<readonly Bound[]> => {
  const part = fork(fileURLToPath(import.meta.url), [name, ...beforeArgs], { serialization: 'advanced' });
  let bounds: readonly Bound[] = [failed(name)];
  part.on('message', (message) => {
    bounds = bound.array().parse(message);
  });
  const startedAt = performance.now();
  await once(part, 'close');
  console.log(`\nThe part '${name}' took ${Math.round((performance.now() - startedAt) / 1000)} s.`);

  return bounds;
};

const measureAll = async (): Promise<Bound[]> => {
  const bounds = [];
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    bounds.push(...(await measureInOwnProcess(name)));
  }

  return bounds;
};

const only = names.length === 1 ? known[names[0] ?? ''] : undefined;
const bounds = only ? await measureHere(only) : await measureAll();
// A portal's browser would keep this process running after its last figure.
if (process.send) {
  process.send(bounds, () => process.exit());
} else {
  console.log(`\nEach figure next to its limit\n\n${formatBounds(bounds)}`);
  process.exit(bounds.every(isMet) ? 0 : 1);
}
