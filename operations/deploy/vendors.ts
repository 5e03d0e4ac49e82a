import * as z from 'zod';
import {
  FRESHDESK_PATIENCE,
  makeApiKey,
  makeFreshdeskClient,
} from '#functions/adapters/freshdesk/freshdesk-client.ts';
import { openConnection } from '#functions/adapters/freshdesk/freshdesk-connection.ts';
import { CONSOLE_PATIENCE, makeDriveConsole } from '#functions/adapters/google/google-drive-console.ts';
import { readServiceAccount } from '#functions/adapters/google/google-service-account.ts';
import { DriveFault } from '#functions/ports/drive-console.ts';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';
import type { Settings } from '#infra/settings.ts';
import { Refused } from '../refused.ts';

const WITHOUT_END = { timeLeftMs: () => Number.POSITIVE_INFINITY };

/** A vendor whose key the portal stores. */
export interface Vendor {
  /** The output of the data stack that names the secret. */
  secretOutput: 'DriveCredentialsSecretArn' | 'HelpdeskKeySecretArn';
  question: string;
  /** True if the answer is the path of a file that holds the key. */
  isFile: boolean;
  /** True if a text has the form of this vendor's key; the value that AWS generated in its place does not. */
  isKey(text: string): boolean;
  /** Refuses, with a sentence, a key with which the portal could not work. */
  check(key: string): Promise<void>;
}

const isKeyFile = (text: string): boolean => {
  try {
    readServiceAccount(text);

    return true;
  } catch {
    return false;
  }
};

/** Writes a small file into the folder of the PDFs and deletes it again. */
const checkDrive = async (key: string, drive: { apiUrl: string; driveId: string; folderId: string }) => {
  const console = makeDriveConsole(async () => key, drive, { ...CONSOLE_PATIENCE, ...WITHOUT_END });
  try {
    await console.renewToken();
    await console.readDrive();
    await console.readFolder();
    const id = await console.generateId();
    const bytes = new TextEncoder().encode('The portal tries whether it may write here.');
    await console.uploadTestFile({ id, name: `debug-${id}.pdf`, bytes });
    await console.remove(id);
  } catch (cause) {
    if (!(cause instanceof DriveFault)) {
      throw cause;
    }
    throw new Refused(`The shared drive cannot be written to with this key. ${cause.message}`, { cause });
  }
};

const checkHelpdesk = async (key: string, url: string) => {
  const connection = openConnection(url);
  const freshdesk = makeFreshdeskClient(
    makeApiKey(async () => key),
    { connect: () => connection, noteLimits: () => {} },
    { ...FRESHDESK_PATIENCE, ...WITHOUT_END },
  );
  try {
    await freshdesk.get({ method: 'GET', path: '/groups', query: { per_page: 1 } }, z.array(z.unknown()));
  } catch (cause) {
    if (!(cause instanceof HelpdeskError)) {
      throw cause;
    }
    const why = cause.isKeyRefused
      ? 'refuses this key'
      : `does not answer as Freshdesk does (${cause.cause instanceof Error ? cause.cause.message : ''})`;
    throw new Refused(`${url} ${why}.`, { cause });
  } finally {
    connection.close();
  }
};

/** Returns the vendors that the deployment's file names. */
export const vendorsOf = (
  { driveId, driveFolderId, helpdeskUrl }: Pick<Settings, 'driveId' | 'driveFolderId' | 'helpdeskUrl'>,
  driveApiUrl: string,
): Vendor[] => [
  ...(driveId !== undefined && driveFolderId !== undefined
    ? [
        {
          secretOutput: 'DriveCredentialsSecretArn' as const,
          question: "Path of the key file (JSON) of Google's service account",
          isFile: true,
          isKey: isKeyFile,
          check: (key: string) => checkDrive(key, { apiUrl: driveApiUrl, driveId, folderId: driveFolderId }),
        },
      ]
    : []),
  ...(helpdeskUrl !== undefined
    ? [
        {
          secretOutput: 'HelpdeskKeySecretArn' as const,
          question: `API key of the agent at ${helpdeskUrl}`,
          isFile: false,
          isKey: (text: string) => /^\w+$/.test(text.trim()),
          check: (key: string) => checkHelpdesk(key, helpdeskUrl),
        },
      ]
    : []),
];
