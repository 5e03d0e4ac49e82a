import { join } from 'node:path';
import { openLocalSecrets } from '#local/secrets/local-secrets.ts';
import { HELPDESK_API_KEY } from '#local/stand-ins.ts';
import { isValidIdNumber } from '#shared/number-rules.ts';

export const ID_NUMBER = 'an ID number';

/** Values that may not be shown, by their kind: `findSecrets` names the kind and never the secret. */
export type Secrets = Record<string, readonly string[]>;

/** Returns the secrets of a portal with this data folder. */
export const readSecrets = (dataFolder: string): Secrets => {
  const { sessionKey, factorKey, originVerify, serviceAccount } = openLocalSecrets(
    join(dataFolder, 'secrets.json'),
  );
  const isKeyMaterial = (line: string) => line !== '' && !line.startsWith('-----');

  return {
    'the session key': [sessionKey.key],
    'the factor key': [factorKey.key],
    "CloudFront's secret and the database's password": [originVerify],
    'the key of the drive': serviceAccount.privateKey.split('\n').filter(isKeyMaterial),
    'the key of the helpdesk': [HELPDESK_API_KEY, btoa(`${HELPDESK_API_KEY}:X`)],
  };
};

const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/;
/** The beginning of all access tokens of Google. */
const GOOGLE_TOKEN = /\bya29\./;
const THIRTEEN_DIGITS = /(?<!\d)\d{13}(?!\d)/g;
const A_DAY_MS = 24 * 60 * 60 * 1000;

/**
 * From 27 January 2027 on, some timestamps in milliseconds would pass as ID numbers of people born in 2018 and later.
 * ID numbers that were typed are among the given secrets of a watched portal, so they are still found.
 */
const isOfTheClock = (digits: string): boolean => Math.abs(Number(digits) - Date.now()) < A_DAY_MS;

/** Secrets that are recognised by their form. */
const LOOKS_LIKE: Record<string, (text: string) => boolean> = {
  'the hash of a password': (text) => text.includes('$argon2'),
  'a signed token': (text) => TOKEN.test(text),
  'an access token of the drive': (text) => GOOGLE_TOKEN.test(text),
  [ID_NUMBER]: (text) =>
    (text.match(THIRTEEN_DIGITS) ?? []).some((digits) => isValidIdNumber(digits) && !isOfTheClock(digits)),
};

/** Lists the kinds of secrets in a text: the given ones, and those recognised by their form. */
export const findSecrets = (text: string, secrets: Secrets): string[] => {
  const given = Object.keys(secrets).filter((kind) => secrets[kind]?.some((value) => text.includes(value)));
  const recognised = Object.keys(LOOKS_LIKE).filter((kind) => LOOKS_LIKE[kind]?.(text));

  return [...new Set([...given, ...recognised])];
};

/** Returns one sentence for each kind of secret that a function or task logged. */
export const findLogFaults = (lines: readonly string[], secrets: Secrets): string[] => {
  const faults = lines.flatMap((line) => {
    const [, source = 'something'] = /"(?:routeId|task)":"([\w.-]+)"/.exec(line) ?? [];

    return findSecrets(line, secrets).map((kind) => `A line that ${source} logged shows ${kind}`);
  });

  return [...new Set(faults)];
};
