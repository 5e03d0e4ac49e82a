import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '#local/seed/accounts.ts';
import { findLogFaults, readSecrets } from '#test/support/find-secrets.ts';
import { spawnStart } from '#test/support/start-process.ts';

const makeFolder = (name: string) => mkdtempSync(join(tmpdir(), `ow-connect-e2e-${name}-`));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** What npm start says itself, the password of the demo too, is for who started it. */
const linesOfFunctions = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.startsWith('{"level":'));
  if (lines.length === 0) throw new Error('No log line of the portal was heard');

  return lines;
};

/**
 * Starts the portal as `npm start` does, on a free port, with demo data in a temporary folder; the tests find it by
 * PORTAL_URL. If that is set already, they use the portal that runs there. In TAKEN_CLIENTS they note whom they took.
 * Its log may show no secret.
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const takenClients = makeFolder('taken-clients');
  process.env.TAKEN_CLIENTS = takenClients;
  if (process.env.PORTAL_URL) return async () => remove(takenClients);

  const dataFolder = makeFolder('data');
  const portal = spawnStart({ PORT: '0', DATA_DIR: dataFolder, POWERTOOLS_LOG_LEVEL: 'INFO' });
  process.env.PORTAL_URL = await portal.waitUntilReady();

  return async () => {
    const secrets = { ...readSecrets(dataFolder), 'the password of the demo': [DEMO_PASSWORD] };
    await portal.end('SIGINT');
    remove(dataFolder);
    remove(takenClients);

    const faults = findLogFaults(linesOfFunctions(portal.output), secrets);
    if (faults.length > 0) throw new Error(`The portal logged what it must not:\n${faults.join('\n')}`);
  };
}
