import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { measureAgainst } from './against.ts';
import { measureBankFile } from './bank-file.ts';
import { measureBillingRun } from './billing-run.ts';
import { type Bound, bound, formatBounds, isMet, writeBounds } from './bounds.ts';
import { measureBundles } from './bundles.ts';
import { measureCold } from './cold.ts';
import { measureDatabase, measureMillion } from './database.ts';
import { measureDelays } from './delays.ts';
import { measureInteractions } from './interactions.ts';
import { measureInvoice } from './invoice.ts';
import { measureLoad } from './load.ts';
import { measurePhone } from './phone.ts';
import { measurePrintMemory } from './print-memory.ts';
import { measureResetRequest } from './reset-request.ts';
import { measureSignIn } from './sign-in.ts';
import { measureStart } from './start.ts';

type Measure = () => Promise<Bound[]>;

/** The parts of a whole run, which a change may break. */
const parts: Record<string, Measure> = {
  bundles: measureBundles,
  'sign-in': measureSignIn,
  'reset-request': measureResetRequest,
  invoice: measureInvoice,
  database: measureDatabase,
  'bank-file': measureBankFile,
  'billing-run': measureBillingRun,
  start: measureStart,
  phone: measurePhone,
};

const AGAINST = 'against';

/** These parts run only when named. */
const partsOnDemand: Record<string, Measure> = {
  cold: measureCold,
  delays: measureDelays,
  interactions: measureInteractions,
  load: measureLoad,
  million: measureMillion,
  'print-memory': measurePrintMemory,
};

const known = { ...parts, ...partsOnDemand };
const names = process.argv.slice(2);
const [firstName, commit] = names;

const refuse = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

if (firstName === AGAINST && (commit === undefined || names.length > 2)) {
  refuse(`npm run bench -- ${AGAINST} takes one commit.`);
}
const unknown = firstName === AGAINST ? [] : names.filter((name) => !(name in known));
if (unknown.length > 0) {
  refuse(
    `There is no part '${unknown.join(', ')}'. There are: ${Object.keys(known).join(', ')}, ${AGAINST} <commit>.`,
  );
}

/** Returns the table row of a part that ended without figures. */
const failed = (name: string): Bound => ({
  what: `The part '${name}'`,
  measured: Number.NaN,
  limit: 0,
  unit: 'figures',
});

/** Runs each of several parts in its own process, because handlers read their portal's settings once in a process. */
const measureInOwnProcess = async (name: string): Promise<readonly Bound[]> => {
  const part = fork(fileURLToPath(import.meta.url), [name], { serialization: 'advanced' });
  let bounds: readonly Bound[] = [failed(name)];
  part.on('message', (message) => {
    bounds = bound.array().parse(message);
  });
  const startedAt = performance.now();
  await once(part, 'close');
  console.log(`\nThe part '${name}' took ${Math.round((performance.now() - startedAt) / 1000)} s.`);

  return bounds;
};

const measureEach = async (several: readonly string[]): Promise<Bound[]> => {
  const bounds = [];
  for (const name of several) {
    bounds.push(...(await measureInOwnProcess(name)));
  }

  return bounds;
};

const measureAsked = async (): Promise<Bound[]> => {
  if (firstName === AGAINST && commit !== undefined) {
    return measureAgainst(commit);
  }
  const only = names.length === 1 ? known[firstName ?? ''] : undefined;
  if (only) {
    process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';

    return only();
  }

  return measureEach(names.length === 0 ? Object.keys(parts) : names);
};

const bounds = await measureAsked();
// A portal's browser would keep this process running after its last figure.
if (process.send) {
  process.send(bounds, () => process.exit());
} else {
  console.log(`\nEach figure next to its limit\n\n${formatBounds(bounds)}`);
  const isWhole = names.length === 0 && bounds.every(({ measured }) => !Number.isNaN(measured));
  if (isWhole) {
    writeBounds('docs/performance.md', bounds);
  }
  process.exit(bounds.every(isMet) ? 0 : 1);
}
