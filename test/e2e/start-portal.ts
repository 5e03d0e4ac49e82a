import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');

  return typeof address === 'object' && address ? address.port : 0;
};

const waitUntilReady = (portal: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('OW Connect runs at')) resolve();
    };
    portal.stdout?.on('data', read);
    portal.stderr?.on('data', read);
    portal.on('exit', (code) => reject(new Error(`The portal ended with ${code}:\n${output}`)));
  });

/**
 * Starts the portal as `npm start` does, with demo data in a temporary folder; the tests find it by PORTAL_URL.
 * If that is set already, they use the portal that runs there.
 */
export default async function startPortal(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PORTAL_URL) return undefined;

  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-e2e-'));
  const port = await findFreePort();
  const portal = spawn('node', ['local/start.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder },
  });
  await waitUntilReady(portal);
  process.env.PORTAL_URL = `http://localhost:${port}`;

  return async () => {
    portal.kill('SIGINT');
    await once(portal, 'exit');
    rmSync(dataFolder, { recursive: true, force: true });
  };
}
