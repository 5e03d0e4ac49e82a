import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ADMIN_EMAIL, CLIENT_EMAIL } from '#local/seed/demo-accounts.ts';
import { startPostgres } from '#test/support/database/postgres.ts';

/**
 * The folder in which `against` keeps what it has installed, built and filled. It is outside every checkout, so that no
 * tool looks into it, and can be deleted at any time.
 */
const KEPT = resolve(process.env.BENCH_FOLDER ?? join(tmpdir(), 'ow-connect-bench'));

export const CLIENTS = 100_000;
/** Clients who get the demo's password. */
export const SIGN_IN_ACCOUNTS = 1_000;

const PDFS_MS_MAX = 10 * 60_000;

const run = promisify(execFile);

const git = async (args: readonly string[], repository = '.', settings = {}): Promise<string> => {
  const { stdout } = await run('git', args, { cwd: repository, env: { ...process.env, ...settings } });

  return stdout.trim();
};

/** Returns the id of a commit's tree, or of the working tree as git would commit it, with files that are new. */
export const readTree = async (commit?: string, repository?: string): Promise<string> => {
  if (commit !== undefined) {
    return git(['rev-parse', '--verify', `${commit}^{tree}`], repository);
  }

  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-index-'));
  const settings = { GIT_INDEX_FILE: join(folder, 'index') };
  try {
    await git(['add', '--all'], repository, settings);

    return await git(['write-tree'], repository, settings);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const short = (id: string) => id.slice(0, 12);

/** Hashes files and folders of a tree by their content; one that the tree lacks counts as empty. */
const hashParts = async (tree: string, paths: readonly string[], repository?: string): Promise<string> => {
  const listed = await git(['ls-tree', tree, ...paths], repository);

  return short(createHash('sha256').update(listed).digest('hex'));
};

/** Makes a folder unless it is kept from an earlier run; it counts as kept only once `make` has succeeded. */
const keep = async (kind: string, name: string, make: (folder: string) => Promise<void>): Promise<string> => {
  const folder = join(KEPT, kind, name);
  if (!existsSync(folder)) {
    console.log(`Making ${folder} …`);
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    try {
      await make(unfinished);
      renameSync(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }

  return folder;
};

const extract = async (tree: string, paths: readonly string[], folder: string): Promise<void> => {
  const archive = join(folder, 'checkout.tar');
  await run('git', ['archive', '--output', archive, tree, ...paths]);
  await run('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
};

/** Installs the packages of a tree's own lockfile. */
const keepPackages = async (tree: string): Promise<string> => {
  const locked = ['package-lock.json', '.npmrc'];
  const packages = await keep('packages', await hashParts(tree, locked), async (folder) => {
    await extract(tree, ['package.json', ...locked], folder);
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  });

  return join(packages, 'node_modules');
};

/** Checks a tree out and builds its site. */
const keepCheckout = (tree: string): Promise<string> =>
  keep('checkouts', short(tree), async (folder) => {
    await extract(tree, [], folder);
    symlinkSync(await keepPackages(tree), join(folder, 'node_modules'));
    await run('npm', ['run', 'build:web'], { cwd: folder });
  });

/** A running `npm start`. */
export interface StartedPortal {
  url: string;
  processId: number;
  stop(): Promise<void>;
}

/** Runs `npm start` of a checkout on a free port, with its built site. */
export const startCheckout = async (
  checkout: string,
  dataFolder: string,
  databaseUrl: string,
): Promise<StartedPortal> => {
  // In its own process group, because Ctrl-C in a terminal reaches npm and all its descendants.
  const npm = spawn('npm', ['start'], {
    cwd: checkout,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataFolder,
      DATABASE_URL: databaseUrl,
      WEB_DIR: join(checkout, 'dist/web'),
      POWERTOOLS_LOG_LEVEL: 'SILENT',
    },
  });
  const exited = once(npm, 'exit');
  const processId = npm.pid ?? 0;

  for await (const line of createInterface(npm.stdout)) {
    const [, url] = /runs at (\S+)/.exec(line) ?? [];
    if (url) {
      npm.stdout.resume();

      return {
        url,
        processId,
        stop: async () => {
          if (npm.exitCode === null) {
            process.kill(-processId, 'SIGINT');
          }
          await exited;
        },
      };
    }
  }

  throw new Error(`npm start in ${checkout} ended before the portal ran`);
};

const withClient = async (connectionString: string, work: (client: pg.Client) => Promise<void>) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/** Waits until the demo's invoices have their PDFs, which a first start makes; otherwise each later start would. */
const waitForPdfs = async (client: pg.Client): Promise<void> => {
  const until = Date.now() + PDFS_MS_MAX;
  for (;;) {
    const { rows } = await client.query<{ missing: number }>(
      'select count(*)::int as missing from invoices where file_name is null',
    );
    if (rows[0]?.missing === 0) {
      return;
    }
    if (Date.now() > until) {
      throw new Error('The demo has no PDFs after ten minutes');
    }
    await sleep(1000);
  }
};

/** The demo's OW numbers and addresses would be taken by the first of the many clients. */
const MAKE_ROOM = `
  set session_replication_role = 'replica';
  update users set "OWNumber" = 'OW9' || substr("OWNumber", 3),
    "User_Email" = case when "User_Email" in ('${ADMIN_EMAIL}', '${CLIENT_EMAIL}') then "User_Email"
      else 'demo.' || "User_Email" end;
  set session_replication_role = 'origin'`;

const ALLOW_SIGN_IN = `
  update users set "User_Pass_Bkp" = (select "User_Pass_Bkp" from users where "User_Email" = '${CLIENT_EMAIL}')
  where "User_Id" in (select "User_Id" from users where user_role = 'client' and "User_Status" = 1
    and "User_Pass_Bkp" like '%xxxxxxxx' order by "User_Id" limit ${SIGN_IN_ACCOUNTS})`;

/** Runs the function of this checkout that adds many clients to a database. */
const addClients = (checkout: string, connectionString: string) =>
  run(
    join(checkout, 'node_modules/.bin/node'),
    [
      '--input-type=module',
      '--eval',
      `const { addManyUsers } = await import('./test/bench/many-users.ts');
       await addManyUsers(process.argv[1], Number(process.argv[2]));`,
      connectionString,
      String(CLIENTS),
    ],
    { cwd: checkout },
  );

/** Names the data of a tree by the code that decides what is in it: the schema, the demo, and the many clients. */
export const nameData = (tree: string, repository?: string): Promise<string> =>
  hashParts(tree, ['functions/database/', 'local/', 'test/bench/many-users.ts'], repository);

/**
 * Fills a portal by its own code: the demo of `npm start`, then as many clients again as its bench adds. It runs on
 * PostgreSQL, as in production: the embedded database has one connection, so that ten callers would wait for each other.
 */
const keepData = async (tree: string, checkout: string): Promise<string> =>
  keep('data', await nameData(tree), async (folder) => {
    const postgres = await startPostgres(join(folder, 'postgres'));
    try {
      const portal = await startCheckout(checkout, join(folder, 'portal'), postgres.connectionString);
      try {
        await withClient(postgres.connectionString, waitForPdfs);
      } finally {
        await portal.stop();
      }
      await withClient(postgres.connectionString, async (client) => {
        await client.query(MAKE_ROOM);
        await addClients(checkout, postgres.connectionString);
        await client.query(ALLOW_SIGN_IN);
        await client.query('vacuum analyze');
        await client.query('checkpoint');
      });
    } finally {
      await postgres.stop();
    }
  });

/** A checkout that is installed, built and filled. */
export interface KeptCheckout {
  name: string;
  checkout: string;
  data: string;
}

/** Prepares a commit, or the working tree if none is given; takes minutes the first time and no time later. */
export const prepareCheckout = async (commit?: string): Promise<KeptCheckout> => {
  const tree = await readTree(commit);
  const checkout = await keepCheckout(tree);

  return { name: commit ?? 'the working tree', checkout, data: await keepData(tree, checkout) };
};

/** Starts a kept portal on a copy of its data, so that each run begins with the same data. */
export const startKept = async (kept: KeptCheckout, label: string) => {
  const runs = join(KEPT, 'runs');
  mkdirSync(runs, { recursive: true });
  const folder = join(runs, `${process.pid}-${label}`);
  // Keeps the owner of PostgreSQL's files, which root may not have.
  await run('cp', ['-a', kept.data, folder]);
  const postgres = await startPostgres(join(folder, 'postgres'));
  const portal = await startCheckout(kept.checkout, join(folder, 'portal'), postgres.connectionString);

  return {
    ...kept,
    url: portal.url,
    connectionString: postgres.connectionString,
    processIds: [portal.processId, postgres.processId],
    stop: async () => {
      await portal.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type RunningKept = Awaited<ReturnType<typeof startKept>>;
