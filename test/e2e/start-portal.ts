import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const createFolder = (name: string) => mkdtempSync(join(tmpdir(), `ow-connect-e2e-${name}-`));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Runs serve-portal.ts, which reports its addresses, and at the end the faults in its answers and log. */
const forkPortal = (settings: Record<string, string>) => {
  const child = fork(join(import.meta.dirname, 'serve-portal.ts'), { env: { ...process.env, ...settings } });
  const hearNext = async () => {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The portal of the tests ended with ${code}`);
    });
    const [said] = await Promise.race([once(child, 'message'), ended]);

    return said;
  };

  return {
    waitUntilReady: (): Promise<{ url: string; controlUrl: string; agentUrl: string; mailboxUrl: string }> =>
      hearNext(),
    end: async (): Promise<string[]> => {
      child.send('end');
      const { faults } = await hearNext();
      await once(child, 'exit');

      return faults;
    },
  };
};

/**
 * Starts the portal on a free port, with demo data in a temporary folder. The tests find it by PORTAL_URL, its control
 * server by PORTAL_CONTROL_URL, the helpdesk agents' desk by AGENT_URL, and the mailbox by MAILBOX_URL. They record the clients that they took in
 * TAKEN_CLIENTS. No answer or log line may show a secret, and no answer may differ from its contract.
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const takenClients = createFolder('taken-clients');
  const dataFolder = createFolder('data');
  const portal = forkPortal({
    DATA_DIR: dataFolder,
    POWERTOOLS_LOG_LEVEL: 'INFO',
    SUPPLIER_VAT_NUMBER: '',
  });
  const { url, controlUrl, agentUrl, mailboxUrl } = await portal.waitUntilReady();
  Object.assign(process.env, {
    PORTAL_URL: url,
    PORTAL_CONTROL_URL: controlUrl,
    AGENT_URL: agentUrl,
    MAILBOX_URL: mailboxUrl,
    TAKEN_CLIENTS: takenClients,
  });

  return async () => {
    const faults = await portal.end();
    remove(dataFolder);
    remove(takenClients);
    if (faults.length > 0) {
      throw new Error(`The portal did what it must not:\n${faults.join('\n')}`);
    }
  };
}
