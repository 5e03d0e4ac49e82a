import * as z from 'zod';
import { readSettings } from '#functions/runtime/settings.ts';
import { readNamedDeployment } from '../named-deployment.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { makeCdk } from './cdk.ts';
import { deployPortal } from './deploy-portal.ts';

/** `npm run deploy -- <name>`, and no flags: what differs between deployments stands in their files. */
export const deployCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words } = readArguments(args, { usage: 'npm run deploy -- <name>', words: 1 });
  const [name = ''] = words;
  // As the functions know Google's address (functions/runtime/ports/drive-settings.ts).
  const { DRIVE_API_URL } = readSettings({
    DRIVE_API_URL: z.url().default('https://www.googleapis.com/'),
  });

  await deployPortal({ terminal, cdk: makeCdk(), driveApiUrl: DRIVE_API_URL }, readNamedDeployment(name));
};
