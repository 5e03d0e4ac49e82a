import * as z from 'zod';
import { readSettings } from '#functions/runtime/settings.ts';
import { readNamedDeployment } from '../named-deployment.ts';
import { readArguments } from '../run-command.ts';
import { type Terminal, withoutQuestions } from '../terminal.ts';
import { makeCdk } from './cdk.ts';
import { deployPortal } from './deploy-portal.ts';
import { makeDns } from './mail.ts';

/** `npm run deploy -- <name>`; deployments differ only in their files, so there is no flag for a setting. */
export const deployCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words, has } = readArguments(args, {
    usage: 'npm run deploy -- <name> [--yes] [--without-vendors]',
    words: 1,
    flags: ['yes', 'without-vendors'],
  });
  const [name = ''] = words;
  // The functions read Google's address in the same way (functions/runtime/drive-settings.ts).
  const { DRIVE_API_URL } = readSettings({
    DRIVE_API_URL: z.url().default('https://www.googleapis.com/'),
  });

  const ports = {
    terminal: has('yes') ? withoutQuestions(terminal) : terminal,
    cdk: makeCdk(),
    outputFolder: 'cdk.out',
    driveApiUrl: DRIVE_API_URL,
    triesVendors: !has('without-vendors'),
    dns: makeDns(),
  };
  await deployPortal(ports, readNamedDeployment(name));
};
