import { STSClient } from '@aws-sdk/client-sts';
import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod';
import { copiesOf, type Settings } from '#infra/settings.ts';
import { Refused } from '../refused.ts';

/** Returns the address of an AWS service in a region. */
export type AwsUrlOf = (service: 'backup' | 'kms', region: string) => string;

export const awsUrlOf: AwsUrlOf = (service, region) => `https://${service}.${region}.amazonaws.com`;

interface Question {
  service: 'backup' | 'kms';
  path: string;
  /** What a service with one path is asked to do. */
  target?: string;
  body?: object;
}

/** Asks a service for which the SDK's client is not installed, and returns undefined if it refuses. */
const ask = async (
  urlOf: AwsUrlOf,
  region: string,
  { service, path, target, body }: Question,
): Promise<unknown> => {
  const { credentials, sha256 } = new STSClient({ region }).config;
  const url = new URL(path, urlOf(service, region));
  const signer = new SignatureV4({ credentials, region, service, sha256 });
  const text = body && JSON.stringify(body);
  const { headers } = await signer.sign({
    method: text ? 'POST' : 'GET',
    protocol: url.protocol,
    hostname: url.host,
    path: url.pathname,
    query: {},
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      ...(target && { 'x-amz-target': target }),
    },
    body: text,
  });
  const { host: _, ...sent } = headers;
  const answer = await fetch(url, {
    method: text ? 'POST' : 'GET',
    headers: sent,
    ...(text && { body: text }),
  });
  if (answer.status >= 500) {
    throw new Refused(`AWS does not answer about its service ${service} in ${region}: try again.`);
  }

  return answer.ok ? await answer.json() : undefined;
};

const regionSettings = z.object({ ResourceTypeOptInPreference: z.record(z.string(), z.boolean()) });
const globalSettings = z.object({ GlobalSettings: z.record(z.string(), z.string()) });

/**
 * Refuses an account whose database AWS Backup would not copy to the backup account, which otherwise nobody would notice
 * before the first restore. Returns what only the Organization's own account can answer.
 */
export const requireBackupCopies = async (
  { account, deployment, region, backupAccount }: Settings,
  urlOf: AwsUrlOf,
): Promise<string[]> => {
  if (backupAccount === undefined) {
    return [];
  }

  const inRegion = await ask(urlOf, region, { service: 'backup', path: '/account-settings' });
  if (!regionSettings.safeParse(inRegion).data?.ResourceTypeOptInPreference.Aurora) {
    throw new Refused(
      `AWS Backup leaves Aurora out in ${region}: aws backup update-region-settings --region ${region} --resource-type-opt-in-preference Aurora=true`,
    );
  }

  const inOrganization = await ask(urlOf, region, { service: 'backup', path: '/global-settings' });
  const isCrossAccount =
    globalSettings.safeParse(inOrganization).data?.GlobalSettings.isCrossAccountBackupEnabled;
  if (isCrossAccount === 'false') {
    throw new Refused(
      'The Organization allows no backup to another account: in its management account, aws backup update-global-settings --global-settings isCrossAccountBackupEnabled=true',
    );
  }

  // AWS Backup tells nobody of another account's vault. The alias is made after the vault, by the same template.
  const { keyAlias } = copiesOf({ deployment, region, backupAccount }, 'aws');
  const key = await ask(urlOf, region, {
    service: 'kms',
    path: '/',
    target: 'TrentService.DescribeKey',
    body: { KeyId: keyAlias },
  });
  if (key === undefined) {
    throw new Refused(
      `The backup account ${backupAccount} has no vault for ${deployment} in ${region}. With its credentials: aws cloudformation deploy --region ${region} --stack-name ${deployment}-copies --template-file infra/backup-vault.json --capabilities CAPABILITY_IAM --parameter-overrides Deployment=${deployment} PortalAccount=${account}`,
    );
  }

  return isCrossAccount === 'true'
    ? []
    : [
        'Only the management account of the Organization knows whether it allows backups to another account: look tomorrow whether the first copy arrived (docs/operations/restore.md).',
      ];
};
