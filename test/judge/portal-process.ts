import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveClock } from './moved-clock.ts';
import type { PortalAct, PortalReply, PortalStart } from './portal-messages.ts';

/** A portal in a process of its own, because it reads its VAT number once and its clock is not that of the judge. */
const start: PortalStart = JSON.parse(process.argv[2] ?? '');
moveClock(start.at);

const { openPortal } = await import('#test/support/portal/open-portal.ts');
const { addSignedInUser, startSession } = await import('#test/support/portal/accounts.ts');
const { makeRecordedTerminal } = await import('#test/support/stand-ins/recorded-terminal.ts');
const { importCommand } = await import('#operations/import/import-command.ts');

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-judge-'));
const portal = await openPortal(folder, {
  databaseUrl: start.databaseUrl,
  settings: { POWERTOOLS_LOG_LEVEL: 'SILENT', ...start.settings },
});
process.env.DATA_DIR = folder;

const importClients = async (csv: string, takenOn: string): Promise<string> => {
  const file = join(folder, 'clients.csv');
  writeFileSync(file, csv);
  const { terminal, shown } = makeRecordedTerminal();
  await importCommand(['local', file, '--taken-on', takenOn], terminal).catch((error) => {
    throw new Error(shown.join('\n'), { cause: error });
  });

  return shown.join('\n');
};

const acts: { [Name in PortalAct['do']]: (act: Extract<PortalAct, { do: Name }>) => Promise<string> } = {
  move: async ({ to }) => {
    moveClock(to);

    return '';
  },
  'add-admin': async () => {
    const { userId } = await addSignedInUser(portal, { user_role: 'admin' });

    return String(userId);
  },
  session: async ({ userId }) => startSession(portal, userId),
  import: async ({ csv, takenOn }) => importClients(csv, takenOn),
  task: async ({ name }) => JSON.stringify(await portal.runTask(name as never)) ?? '',
  stop: async () => {
    await portal.stop();

    return '';
  },
};

const reply = (message: PortalReply) => process.send?.(message);

process.on('message', async (act: PortalAct) => {
  const answer = await acts[act.do](act as never).then(
    (result) => ({ result }),
    (error) => ({ error: String(error?.stack ?? error) }),
  );
  reply({ id: act.id, ...answer });
  if (act.do === 'stop') {
    process.disconnect?.();
  }
});
// A judge that is gone asks nothing more.
process.once('disconnect', () => process.exit());
reply({ id: 0, result: portal.url });
