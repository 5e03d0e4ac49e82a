import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import * as z from 'zod';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { alternate, median, timeMs } from './measure.ts';
import type { Report } from './report.ts';

/** The commit whose times are the limit's unit. */
const REFERENCE = '06eacf6';
const READ_RATIO_MAX = 0.7;
const UPDATE_RATIO_MAX = 0.67;

const WARM_UPS = 30;
const ROUNDS = 150;

const run = promisify(execFile);

/** Puts the reference commit into a folder, with the packages of its own lockfile. */
const checkOutReference = async (folder: string) => {
  const archive = join(folder, 'reference.tar');
  await run('git', ['archive', '--output', archive, REFERENCE]);
  await run('tar', ['-xf', archive, '-C', folder]);
  console.log(`Installing the packages of ${REFERENCE} …`);
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
};

/** Starts the portal of a checkout on a free port with new demo data. */
const startCheckout = async (checkout: string, dataFolder: string) => {
  const npm = spawn('npm', ['start'], {
    cwd: checkout,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataFolder },
  });
  const exited = once(npm, 'exit');
  const stop = async () => {
    if (npm.exitCode === null) {
      process.kill(-(npm.pid ?? 0), 'SIGINT');
    }
    await exited;
  };

  const lines = createInterface(npm.stdout);
  for await (const line of lines) {
    const [, url] = /OW Connect runs at (\S+)/.exec(line) ?? [];
    if (url) {
      npm.stdout.resume();

      return { url, stop };
    }
  }

  throw new Error(`npm start in ${checkout} ended before the portal ran`);
};

const found = z.object({ users: z.tuple([z.object({ User_Id: z.number() })]) });

/** Signs in as the demo's administrator and returns the two requests, both for the demo's client. */
const openRecord = async (url: string) => {
  const signedIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: ADMIN_EMAIL, password: DEMO_PASSWORD }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1))
    .join('; ');
  const search = new URLSearchParams({ search: CLIENT_EMAIL });
  const list = await fetch(`${url}/api/admin/users?${search}`, { headers: { cookie } });
  const [{ User_Id }] = found.parse(await list.json()).users;
  let edits = 0;

  const send = async (options: RequestInit) => {
    const answer = await fetch(`${url}/api/admin/users/${User_Id}`, options);
    await answer.arrayBuffer();
    if (!answer.ok) {
      throw new Error(`${options.method ?? 'GET'} of a user answered ${answer.status}`);
    }
  };

  return {
    read: () => send({ headers: { cookie } }),
    update: () => {
      edits += 1;

      return send({
        method: 'PUT',
        headers: { cookie, origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ User_Town: edits % 2 === 0 ? 'Paarl' : 'Durban' }),
      });
    },
  };
};

type OpenedRecord = Awaited<ReturnType<typeof openRecord>>;

const compare = async (act: keyof OpenedRecord, own: OpenedRecord, reference: OpenedRecord) => {
  await alternate(
    WARM_UPS,
    () => timeMs(own[act]),
    () => timeMs(reference[act]),
  );
  const [ownMs, referenceMs] = await alternate(
    ROUNDS,
    () => timeMs(own[act]),
    () => timeMs(reference[act]),
  );

  return { act, ownMs: median(ownMs), referenceMs: median(referenceMs) };
};

/** Compares reading and editing one client with the same at the reference commit, alternately in one run. */
export const measureRecord = async (): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  const started: { stop(): Promise<void> }[] = [];

  try {
    await checkOutReference(folder);
    const reference = await startCheckout(folder, join(folder, '.bench-data'));
    started.push(reference);
    const own = await startCheckout('.', join(folder, '.bench-data-own'));
    started.push(own);
    const records = [await openRecord(own.url), await openRecord(reference.url)] as const;
    const read = await compare('read', ...records);
    const update = await compare('update', ...records);
    const ratioOf = ({ ownMs, referenceMs }: typeof read) => ownMs / referenceMs;

    return {
      tables: [
        {
          title: `One client's record over HTTP, alternating with commit ${REFERENCE} (medians of ${ROUNDS})`,
          columns: ['request', 'ms', `ms at ${REFERENCE}`, 'ratio'],
          rows: [read, update].map((row) => [row.act, row.ownMs, row.referenceMs, ratioOf(row)]),
        },
      ],
      bounds: [
        {
          what: 'reading a client takes',
          measured: ratioOf(read),
          limit: READ_RATIO_MAX,
          unit: `× commit ${REFERENCE}`,
        },
        {
          what: 'editing a client takes',
          measured: ratioOf(update),
          limit: UPDATE_RATIO_MAX,
          unit: `× commit ${REFERENCE}`,
        },
      ],
    };
  } finally {
    for (const portal of started) {
      await portal.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  }
};
