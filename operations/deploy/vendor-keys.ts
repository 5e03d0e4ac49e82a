import { readFileSync } from 'node:fs';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { Refused } from '../refused.ts';
import type { findStack } from '../stack.ts';
import type { Terminal } from '../terminal.ts';
import type { Vendor } from './vendors.ts';

type Stack = NonNullable<Awaited<ReturnType<typeof findStack>>>;

export interface NewKey {
  vendor: Vendor;
  key: string;
}

const readFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Refused(`${path} cannot be read.`, { cause });
  }
};

const askKey = async (terminal: Terminal, { question, isFile, isKey }: Vendor): Promise<string> => {
  const answer = isFile ? await terminal.ask(question) : await terminal.askHidden(question);
  const key = isFile ? readFile(answer) : answer.trim();
  if (!isKey(key)) {
    throw new Refused(isFile ? `${answer} is no such key file.` : 'This is no such key.');
  }

  return key;
};

const readKept = async (secrets: SecretsManagerClient, secretArn: string): Promise<string | undefined> => {
  try {
    return (await secrets.send(new GetSecretValueCommand({ SecretId: secretArn }))).SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) {
      return undefined;
    }
    throw error;
  }
};

/**
 * Checks the key of each vendor with the vendor; asks for keys that are not stored yet, and returns those. `checkKept`
 * decides what a refusal of a stored key means.
 */
export const settleKeys = async (
  {
    secrets,
    terminal,
    checkKept,
  }: {
    secrets: SecretsManagerClient;
    terminal: Terminal;
    checkKept: (check: () => Promise<void>) => Promise<void>;
  },
  vendors: readonly Vendor[],
  data: Stack | undefined,
): Promise<NewKey[]> => {
  const asked: NewKey[] = [];

  for (const vendor of vendors) {
    const kept = data && (await readKept(secrets, data.output(vendor.secretOutput)));
    const isKept = kept !== undefined && vendor.isKey(kept);
    const key = isKept ? kept : await askKey(terminal, vendor);
    if (isKept) {
      await checkKept(() => vendor.check(key));
    } else {
      await vendor.check(key);
      asked.push({ vendor, key });
    }
  }

  return asked;
};

/** Stores the keys that the operator typed. */
export const storeKeys = async (
  secrets: SecretsManagerClient,
  keys: readonly NewKey[],
  data: Stack,
): Promise<void> => {
  for (const { vendor, key } of keys) {
    const SecretId = data.output(vendor.secretOutput);
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: key }));
  }
};
