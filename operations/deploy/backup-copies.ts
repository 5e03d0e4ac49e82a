import {
  BackupClient,
  BackupServiceException,
  DescribeGlobalSettingsCommand,
  DescribeRegionSettingsCommand,
} from '@aws-sdk/client-backup';
import { DescribeKeyCommand, KMSClient, KMSServiceException } from '@aws-sdk/client-kms';
import { copiesOf, type Settings } from '#infra/settings.ts';
import { Refused } from '../refused.ts';

/** Returns undefined if AWS refuses an answer; a service that is out of order stays an error. */
const unlessRefused = async <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await answer;
  } catch (error) {
    const isOfAws = error instanceof BackupServiceException || error instanceof KMSServiceException;
    if (isOfAws && error.$fault === 'client') {
      return undefined;
    }
    throw error;
  }
};

const ADVICE =
  'Only this account keeps backups of the database, and whoever takes it over can delete them all: name a backupAccount (docs/operations/deploy.md, Copies in another account).';

/** Names the one loss that no backup survives, unless the settings have an answer to it. */
export const adviseBackupRegion = ({ trial, region, backupRegion }: Settings): string[] =>
  trial || backupRegion !== undefined
    ? []
    : [
        `If ${region} is lost, so are all backups of the database: backupRegion copies each to another region (docs/operations/deploy.md).`,
      ];

/**
 * Refuses an account whose database AWS Backup would not copy to the backup account, which otherwise nobody would notice
 * before the first night. Returns advice: to name such an account, or what only the Organization's own can answer.
 */
export const requireBackupCopies = async ({
  account,
  deployment,
  region,
  backupAccount,
  trial,
}: Settings): Promise<string[]> => {
  if (backupAccount === undefined) {
    return trial ? [] : [ADVICE];
  }

  const backup = new BackupClient({ region });
  const { ResourceTypeOptInPreference } = await backup.send(new DescribeRegionSettingsCommand({}));
  if (!ResourceTypeOptInPreference?.Aurora) {
    throw new Refused(
      `AWS Backup leaves Aurora out in ${region}: aws backup update-region-settings --region ${region} --resource-type-opt-in-preference Aurora=true`,
    );
  }

  const inOrganization = await unlessRefused(backup.send(new DescribeGlobalSettingsCommand({})));
  const isCrossAccount = inOrganization?.GlobalSettings?.isCrossAccountBackupEnabled;
  if (isCrossAccount === 'false') {
    throw new Refused(
      'The Organization allows no backup to another account: in its management account, aws backup update-global-settings --global-settings isCrossAccountBackupEnabled=true',
    );
  }

  // AWS Backup tells nobody of another account's vault. The alias is made after the vault, by the same template.
  const { keyAlias } = copiesOf({ deployment, region, backupAccount }, 'aws');
  const kms = new KMSClient({ region });
  if (!(await unlessRefused(kms.send(new DescribeKeyCommand({ KeyId: keyAlias }))))) {
    throw new Refused(
      `The backup account ${backupAccount} has no vault for ${deployment} in ${region}. With its credentials: aws cloudformation deploy --region ${region} --stack-name ${deployment}-copies --template-file infra/backup/backup-vault.json --capabilities CAPABILITY_IAM --parameter-overrides Deployment=${deployment} PortalAccount=${account}`,
    );
  }

  return isCrossAccount === 'true'
    ? []
    : [
        'Only the management account of the Organization knows whether it allows backups to another account: look tomorrow whether the first copy arrived (docs/operations/restore.md).',
      ];
};
