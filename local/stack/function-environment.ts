import type { Credentials } from './check-signature.ts';
import type { StackFunction } from './portal-stack.ts';

/** Folder of a package on Lambda. */
const TASK_ROOT = '/var/task';

/** Changes to the environment of a function's template: here the services have other addresses. */
export interface Overrides {
  added: Record<string, string>;
  /** Addresses in the template's values, each with the one to use here. */
  moved: readonly (readonly [string, string])[];
}

/**
 * Makes the whole environment of a process: the template's values, their replacements here, and Lambda's own variables.
 */
export const makeFunctionEnvironment = (
  { name, region, environment, folder, memoryMegabytes, logGroup }: StackFunction,
  {
    overrides: { added, moved },
    credentials: { accessKeyId, secretAccessKey, sessionToken = '' },
    temporaryFolder,
  }: { overrides: Overrides; credentials: Credentials; temporaryFolder: string },
): Record<string, string> => {
  const places = [...moved, [TASK_ROOT, folder] as const];
  const given = Object.entries(environment).map(([key, value]) => [
    key,
    places.reduce((text, [from, to]) => text.replaceAll(from, to), value),
  ]);

  return {
    ...Object.fromEntries(given),
    ...added,
    TMPDIR: temporaryFolder,
    // Variables that Lambda itself sets.
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
    AWS_LAMBDA_LOG_GROUP_NAME: logGroup,
    LAMBDA_TASK_ROOT: folder,
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
  };
};
