import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { EDGE_REGION, type Settings, stackNames } from '#infra/settings.ts';
import { Refused } from '../refused.ts';
import { findStack } from '../stack.ts';
import type { Terminal } from '../terminal.ts';
import type { Cdk } from './cdk.ts';
import { requireReadyAccount } from './preflight.ts';
import { findUnconfirmedTopics } from './unconfirmed-mail.ts';
import { type NewKey, settleKeys, storeKeys } from './vendor-keys.ts';
import { vendorsOf } from './vendors.ts';

interface DeployPorts {
  terminal: Terminal;
  cdk: Cdk;
  driveApiUrl: string;
}

/** What was synthesized is what is shown and what is deployed; its site is not built again. */
const SYNTHESIZED = ['--app', 'cdk.out', '--build='];

/** Asked once, here, for all of it. */
const ASKED = ['--require-approval', 'never'];

/** The keys must be there before the functions that read them, and their secrets before the keys. */
const deployDataWithKeys = async (
  { cdk }: DeployPorts,
  aws: { cloudFormation: CloudFormationClient; secrets: SecretsManagerClient },
  { name, keys, rollback }: { name: string; keys: readonly NewKey[]; rollback: string[] },
): Promise<void> => {
  await cdk('deploy', name, ...SYNTHESIZED, ...ASKED, ...rollback);
  const data = await findStack(aws.cloudFormation, name);
  if (!data) throw new Refused(`CloudFormation has no stack ${name} after its deployment.`);
  await storeKeys(aws.secrets, keys, data);
};

/** An alarm that reaches nobody is found out too late. */
const tellUnconfirmed = async (terminal: Terminal, settings: Settings): Promise<void> => {
  const { alarmEmail, region } = settings;
  if (alarmEmail === undefined) return;

  const names = stackNames(settings);
  const topics = await findUnconfirmedTopics(alarmEmail, [
    { region, stackName: names.portal },
    { region: EDGE_REGION, stackName: names.edgeAlarms },
  ]);
  for (const topicArn of topics) {
    const [, , , topicRegion] = topicArn.split(':');
    terminal.say(
      `${alarmEmail} gets no alarm of ${topicArn} until it confirms AWS's mail; this sends another: aws sns subscribe --region ${topicRegion} --topic-arn ${topicArn} --protocol email --notification-endpoint ${alarmEmail}`,
    );
  }
};

/** Shows what a deployment would change, and deploys it if the person at the terminal wants it. */
export const deployPortal = async (ports: DeployPorts, settings: Settings): Promise<void> => {
  const { terminal, cdk, driveApiUrl } = ports;
  const { deployment, region } = settings;
  const names = stackNames(settings);
  const account = await requireReadyAccount(settings);

  const aws = {
    cloudFormation: new CloudFormationClient({ region }),
    secrets: new SecretsManagerClient({ region }),
  };
  const [data, portal] = await Promise.all([
    findStack(aws.cloudFormation, names.data),
    findStack(aws.cloudFormation, names.portal),
  ]);
  const keys = await settleKeys({ secrets: aws.secrets, terminal }, vendorsOf(settings, driveApiUrl), data);
  // What failed at the first time is not taken away, so that the next try goes on where it stopped.
  const rollback = portal?.hasStood ? [] : ['--no-rollback'];

  await cdk('synth', '--quiet', '-c', `deployment=${deployment}`);
  await cdk('diff', ...SYNTHESIZED);
  const isWanted = await terminal.confirm(
    `Deploy this as ${deployment} to the account ${account} in ${region}?`,
  );
  if (!isWanted) throw new Refused('Nothing was deployed.');

  if (keys.length > 0) await deployDataWithKeys(ports, aws, { name: names.data, keys, rollback });
  await cdk('deploy', '--all', ...SYNTHESIZED, ...ASKED, ...rollback);
  if (keys.some(({ vendor }) => vendor.isFile))
    terminal.say('The key file is kept by AWS now: delete yours.');
  await tellUnconfirmed(terminal, settings);
};
