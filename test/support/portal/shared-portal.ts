import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { test, vi } from 'vitest';
import { WRONG_LEDGERS } from '#test/support/database/watch-ledger.ts';
import { WRONG_COUNTS } from '#test/support/database/watch-user-counts.ts';
import { NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { addCaller } from './accounts.ts';
import { makeCalls } from './call-from.ts';
import { readSecrets, type Secrets } from './find-secrets.ts';
import { makeMailbox } from './mailbox.ts';
import { startTestPortal } from './portal.ts';

type StartedPortal = Awaited<ReturnType<typeof startTestPortal>>;
type Caller = Awaited<ReturnType<typeof addCaller>>;

/** The portal that the files of a worker share: see `beginFile`. */
export let portal: StartedPortal;
/** The network of this file's calls, as the portal stores it. */
export let network: string;
/** An administrator and a client of this file, who are signed in. */
export let admin: Caller;
export let client: Caller;

/** What the file that runs must leave as it was. */
interface State {
  environment: NodeJS.ProcessEnv;
  schema: unknown;
}

let started: StartedPortal;
let secrets: Secrets;
let atStart: State;
let files = 0;

/** The members of the stand-ins that plant a fault, or change a limit or the time that an answer takes. */
const PLANTS_FAULT = /^(answer|delay|expire|fail|hold|plant|set)([A-Z]|$)/;

/** Replaces the members of a stand-in that plant a fault by ones that refuse. */
const refuseFaults = <StandIn extends object>(standIn: StandIn): StandIn => {
  const refusals = Object.entries(standIn)
    .filter(([name, member]) => PLANTS_FAULT.test(name) && typeof member === 'function')
    .map(([name]) => [
      name,
      () => {
        throw new Error(`${name} would disturb the files that share this portal: use startTestPortal.`);
      },
    ]);

  return { ...standIn, ...Object.fromEntries(refusals) };
};

const startSharedPortal = async (): Promise<StartedPortal> => {
  started = await startTestPortal({ settings: NO_SHARES });
  started.freshdesk.setLimits(NO_LIMITS);
  secrets = readSecrets(started.dataFolder);

  return started;
};

/** Starts the worker's portal before its first hook, and stops it when the worker ends. */
export const withSharedPortal = test.extend(
  'sharedPortal',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures this one needs.
  async ({}, { onCleanup }) => {
    const shared = await startSharedPortal();
    onCleanup(shared.stop);

    return shared;
  },
);

/** Returns the newest of what a schema has, and their numbers; creating, dropping or disabling one changes it. */
const readSchema = async (): Promise<unknown> => {
  const { rows } = await started.connection.execute(sql`
    select (select concat_ws(' ', count(*), max(oid::text)) from pg_class where relnamespace = 'public'::regnamespace) as tables,
      (select concat_ws(' ', count(*), max(oid::text)) from pg_proc where pronamespace = 'public'::regnamespace) as functions,
      (select string_agg(concat(oid, tgenabled), ' ' order by oid) from pg_trigger where not tgisinternal) as triggers,
      (select string_agg(concat(rolname, rolconfig::text), ' ' order by oid) from pg_roles) as roles`);

  return rows;
};

const readState = async (): Promise<State> => ({
  environment: { ...process.env },
  schema: await readSchema(),
});

/**
 * Gives the next file the worker's portal: with a network address of its own, because throttles count by address, and
 * without the answers, log lines and mails of the files before it.
 */
export const beginFile = async (): Promise<void> => {
  files += 1;
  const prefix = `127.${100 + Math.floor(files / 256)}.${files % 256}`;
  network = `${prefix}.0/24`;
  const ofEarlierFiles = started.ses.listMails().length;
  const listMails = () => {
    const mails = started.ses.listMails();

    return mails.slice(0, mails.length - ofEarlierFiles);
  };
  const ses = { ...refuseFaults(started.ses), listMails };
  portal = {
    ...started,
    ...makeCalls(started.url, `${prefix}.1`),
    dataApi: refuseFaults(started.dataApi),
    drive: refuseFaults(started.drive),
    freshdesk: refuseFaults(started.freshdesk),
    queue: refuseFaults(started.queue),
    ses,
    mailbox: makeMailbox(ses),
  };
  admin = await addCaller(portal, 'admin');
  client = await addCaller(portal, 'client');

  portal.heard.forget();
  portal.dataApi.calls.reset();
  atStart = await readState();
};

const changedSettings = (): string[] => {
  const names = new Set([...Object.keys(process.env), ...Object.keys(atStart.environment)]);

  return [...names].filter((name) => process.env[name] !== atStart.environment[name]);
};

/** Returns one sentence for each thing that the file did wrong, or has left for the files after it. */
export const findFaultsOfFile = async (): Promise<string[]> => {
  const isClockStopped = vi.isFakeTimers();
  if (isClockStopped) {
    vi.useRealTimers();
  }
  const { rows: counts } = await started.connection.execute(sql.raw(WRONG_COUNTS));
  const { rows: ledgers } = await started.connection.execute(sql.raw(WRONG_LEDGERS));

  return [
    ...started.heard.findFaults(secrets),
    ...counts.flatMap(({ wrong }) => (wrong ? [`The counts of users are wrong: ${wrong}`] : [])),
    ...ledgers.map(({ account, wrong }) => `The ledger of account ${account} is wrong: ${wrong}`),
    ...changedSettings().map((name) => `The setting ${name} is not what it was`),
    ...(isClockStopped ? ['The clock is not the real one'] : []),
    ...(isDeepStrictEqual(await readSchema(), atStart.schema)
      ? []
      : ['The schema or a role is not what it was']),
  ];
};

/** Throws if the file did something wrong, or has left something for the files after it. */
export const endFile = async (): Promise<void> => {
  const faults = await findFaultsOfFile();
  started.heard.forget();
  for (const name of changedSettings()) {
    Reflect.deleteProperty(process.env, name);
  }
  Object.assign(process.env, atStart.environment);
  if (faults.length > 0) {
    throw new Error(`This file did what it must not on the portal that it shares:\n${faults.join('\n')}`);
  }
};
