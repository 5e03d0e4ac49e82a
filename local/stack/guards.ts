import { dataApiCalls, type Keyring, queueCalls, secretsCalls, startGuard } from './guard.ts';
import { ACCOUNT_ID } from './identities.ts';
import type { Permissions } from './policies.ts';

interface Options {
  /** The stand-ins behind the guards. */
  standIns: Record<'dataApi' | 'secrets' | 'queue', { url: string }>;
  region: string;
  keyring: Keyring;
  permissions: Permissions;
  onRefusal(refusal: string): void;
}

/** A guard in front of each service of AWS that functions ask; answers where each stands, by the SDK's own settings. */
export const startGuards = async (
  { standIns: { dataApi, secrets, queue }, ...options }: Options,
  closers: (() => Promise<unknown>)[],
) => {
  const start = async (
    service: string,
    target: string,
    callsOf: Parameters<typeof startGuard>[0]['callsOf'],
  ) => {
    const started = await startGuard({ service, target, callsOf, ...options });
    closers.push(started.close);

    return started.url;
  };
  const queueArn = (name: string) => `arn:aws:sqs:${options.region}:${ACCOUNT_ID}:${name}`;

  return {
    AWS_ENDPOINT_URL_RDS_DATA: await start('rds-data', dataApi.url, dataApiCalls),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await start('secretsmanager', secrets.url, secretsCalls),
    AWS_ENDPOINT_URL_SQS: await start('sqs', queue.url, queueCalls(queueArn)),
  };
};
