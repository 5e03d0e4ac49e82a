import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A sentence for the person at the terminal; `npm start` prints it and exits with 1. */
export class StartRefused extends Error {}

const isAnswering = async (socketPath: string): Promise<boolean> => {
  const socket = connect(socketPath);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/**
 * Holds a data folder for this process alone. The lock is a socket that the kernel closes however the process
 * ends, so a killed portal can start again at once; PGlite itself would open a folder twice and lose rows.
 */
const lockFolder = async (folder: string) => {
  const name = `ow-connect-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)}`;
  const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  if (await isAnswering(socketPath)) {
    throw new StartRefused(
      `Another portal is running on ${folder}. Stop it first, or choose another DATA_DIR.`,
    );
  }

  rmSync(socketPath, { force: true });
  const server = createServer((socket) => socket.end());
  server.listen(socketPath);
  await once(server, 'listening');
  server.unref();

  return () => new Promise<void>((resolve) => server.close(() => resolve()));
};

/**
 * Opens the folder that keeps everything that was entered. One whose first filling was interrupted, or that is
 * to be reset, is emptied first.
 */
export const openDataFolder = async (folder: string, { reset }: { reset: boolean }) => {
  mkdirSync(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  const filledMark = join(folder, 'filled');
  const place = (name: string) => join(folder, name);

  if (reset || !existsSync(filledMark)) {
    for (const name of ['database', 'drive', 'queue', 'secrets.json', 'filled']) {
      rmSync(place(name), { recursive: true, force: true });
    }
  }

  return {
    isFilled: existsSync(filledMark),
    place,
    markFilled: () => writeFileSync(filledMark, ''),
    unlock,
  };
};
