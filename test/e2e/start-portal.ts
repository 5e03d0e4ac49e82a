import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnStart } from '#test/support/start-process.ts';

const makeFolder = (name: string) => mkdtempSync(join(tmpdir(), `ow-connect-e2e-${name}-`));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/**
 * Starts the portal as `npm start` does, on a free port, with demo data in a temporary folder; the tests find it by
 * PORTAL_URL. If that is set already, they use the portal that runs there. In TAKEN_CLIENTS they note whom they took.
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const takenClients = makeFolder('taken-clients');
  process.env.TAKEN_CLIENTS = takenClients;
  if (process.env.PORTAL_URL) return async () => remove(takenClients);

  const dataFolder = makeFolder('data');
  const portal = spawnStart({ PORT: '0', DATA_DIR: dataFolder });
  process.env.PORTAL_URL = await portal.waitUntilReady();

  return async () => {
    await portal.end('SIGINT');
    remove(dataFolder);
    remove(takenClients);
  };
}
