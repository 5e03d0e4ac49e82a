import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartRefused } from './start-refused.ts';

const isAnswering = async (address: string): Promise<boolean> => {
  const socket = connect(address);
  try {
    await once(socket, 'connect');

    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

const listenAt = async (address: string) => {
  const server = createServer((socket) => socket.end());
  server.listen(address);
  await once(server, 'listening');
  server.unref();

  return server;
};

/**
 * Returns the address on which a folder's lock listens. Only a socket in a file system (macOS) can outlive its process.
 */
const addressOf = (folder: string): string => {
  const name = `ow-connect-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') {
    return `\0${name}`;
  }

  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
};

/**
 * Locks a folder for this process. The lock is a socket, which the kernel closes however the process ends, so a killed
 * portal can start again at once. PGlite itself would open a folder twice and lose rows.
 */
const lock = async (folder: string) => {
  const address = addressOf(folder);

  const server = await listenAt(address).catch(async () => {
    if (await isAnswering(address)) {
      throw new StartRefused(
        `Another portal is running on ${folder}. Stop it first, or choose another DATA_DIR.`,
      );
    }
    rmSync(address, { force: true });

    return listenAt(address);
  });

  return () => new Promise<void>((resolve) => server.close(() => resolve()));
};

/**
 * Content in the order of deletion: first the mark `filled`, so that a half-emptied folder does not count as filled.
 */
const CONTENT = [
  'filled',
  'database',
  'drive',
  'helpdesk',
  'mails',
  'queue',
  'secrets.json',
  'address.json',
] as const;

/** Locks the folder of all entered data for this process until `unlock`. */
export const lockDataFolder = async (folder: string) => {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StartRefused(`${folder} cannot be used as DATA_DIR.`, { cause: error });
  }
  const unlock = await lock(folder);
  const place = (name: (typeof CONTENT)[number]) => join(folder, name);

  return {
    place,
    /** False until the first filling is complete. */
    isFilled: () => existsSync(place('filled')),
    markFilled: () => writeFileSync(place('filled'), ''),
    empty: () => {
      for (const name of CONTENT) {
        rmSync(place(name), { recursive: true, force: true });
      }
    },
    unlock,
  };
};

export type DataFolder = Awaited<ReturnType<typeof lockDataFolder>>;
