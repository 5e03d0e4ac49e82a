import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { EDGE_REGION, needsEdge, type Settings, stackNames } from '#infra/settings.ts';
import { Refused } from '../refused.ts';
import { findStack } from '../stack.ts';
import type { Terminal } from '../terminal.ts';
import { adviseBackupRegion, requireBackupCopies } from './backup-copies.ts';
import type { Cdk } from './cdk.ts';
import { keepImportedExports } from './kept-exports.ts';
import { type Dns, requireMail } from './mail.ts';
import { requireReadyAccount } from './preflight.ts';
import { askAboutSignIn } from './sign-in-questions.ts';
import { findUnconfirmedTopics } from './unconfirmed-mail.ts';
import { type NewKey, settleKeys, storeKeys } from './vendor-keys.ts';
import { vendorsOf } from './vendors.ts';

interface DeployPorts {
  terminal: Terminal;
  cdk: Cdk;
  /** The folder to which CDK writes what it synthesizes. */
  outputFolder: string;
  driveApiUrl: string;
  /** True if the keys of Drive and helpdesk are read, tried, and asked for where AWS keeps none. */
  triesVendors: boolean;
  dns: Dns;
}

interface Place {
  region: string;
  stackName: string;
}

/** CDK arguments for the synthesized output, so that what is shown is also deployed; the site is not built again. */
const synthesizedIn = (outputFolder: string) => ['--app', outputFolder, '--build='];

/** This command itself asks once for all stacks. */
const ASKED = ['--require-approval', 'never'];

const find = ({ region, stackName }: Place) => findStack(new CloudFormationClient({ region }), stackName);

/** Returns the stacks in the order of their dependencies. */
const placesOf = (
  settings: Settings,
): Record<'data' | 'backup' | 'edge' | 'portal' | 'edgeAlarms', Place> => {
  const { data, backup, edge, portal, edgeAlarms } = stackNames(settings);
  const { region, backupRegion = region } = settings;

  return {
    data: { region, stackName: data },
    backup: { region: backupRegion, stackName: backup },
    edge: { region: EDGE_REGION, stackName: edge },
    portal: { region, stackName: portal },
    edgeAlarms: { region: EDGE_REGION, stackName: edgeAlarms },
  };
};

/** Refuses to deploy while another deployment, or one that somebody stopped, still runs in CloudFormation. */
const requireQuietStacks = async (places: readonly Place[]): Promise<void> => {
  for (const place of places) {
    if ((await find(place))?.changes) {
      throw new Refused(
        `CloudFormation still changes ${place.stackName} in ${place.region}: wait until it is done, and run the command again.`,
      );
    }
  }
};

/** Deploys a stack; a first deployment that fails is not rolled back, so that the next try continues from there. */
const deployStack = async (
  { cdk, outputFolder }: Pick<DeployPorts, 'cdk' | 'outputFolder'>,
  place: Place,
): Promise<void> => {
  const stack = await find(place);
  const rollback = !stack || stack.neverStood ? ['--no-rollback'] : [];

  await cdk(
    'deploy',
    place.stackName,
    '--exclusively',
    ...synthesizedIn(outputFolder),
    ...ASKED,
    ...rollback,
  );
};

/** Names what the data stack keeps although this release has no use for it. */
const keepData = async (
  { terminal, outputFolder }: Pick<DeployPorts, 'terminal' | 'outputFolder'>,
  place: Place,
): Promise<void> => {
  const stack = await find(place);
  if (!stack || stack.neverStood) {
    return;
  }
  const client = new CloudFormationClient({ region: place.region });
  const kept = await keepImportedExports(client, outputFolder, place.stackName);
  if (kept.length > 0) {
    terminal.say(
      `${place.stackName} keeps what the functions that run now still use, until the next deployment: ${kept.join(', ')}.`,
    );
  }
};

/** Stores the keys before the functions that read them are deployed, and after their secrets. */
const keepKeys = async (secrets: SecretsManagerClient, place: Place, keys: readonly NewKey[]) => {
  if (keys.length === 0) {
    return;
  }
  const data = await find(place);
  if (!data) {
    throw new Refused(`CloudFormation has no stack ${place.stackName} after its deployment.`);
  }

  await storeKeys(secrets, keys, data);
};

/** True if the topic is one of the alarms that wake somebody (infra/alarms/alarm-topics.ts). */
const wakes = (topicArn: string): boolean => topicArn.includes('Wakes');

/** Reports the topics whose alarms a mailbox does not receive, because that is otherwise noticed too late. */
const tellUnconfirmed = async (
  terminal: Terminal,
  { alarmEmail, wakeEmail }: Pick<Settings, 'alarmEmail' | 'wakeEmail'>,
  places: readonly Place[],
): Promise<void> => {
  const mailboxes = [
    { email: alarmEmail, isMeant: () => true },
    { email: wakeEmail === alarmEmail ? undefined : wakeEmail, isMeant: wakes },
  ];
  for (const { email, isMeant } of mailboxes) {
    const unconfirmed = email === undefined ? [] : await findUnconfirmedTopics(email, places, isMeant);
    for (const { region, topicArn } of unconfirmed) {
      terminal.say(
        `${email} gets no alarm of ${topicArn} until it confirms AWS's mail; this sends another: aws sns subscribe --region ${region} --topic-arn ${topicArn} --protocol email --notification-endpoint ${email}`,
      );
    }
  }
};

/**
 * Returns how a check of a vendor ends: its refusal or failure stops a new portal, in which nothing would work, but not
 * one that stands, whose deployment may be a repair or a way back.
 */
const makeTolerance =
  (terminal: Terminal, stands: boolean) =>
  async <Result>(check: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await check();
    } catch (error) {
      if (!stands || !(error instanceof Error)) {
        throw error;
      }
      const reason =
        error instanceof Refused ? error.message : `A vendor could not be asked: ${error.message}.`;
      terminal.say(`${reason} The portal stands, so the deployment goes on.`);

      return undefined;
    }
  };

const FIRST_NEEDS_KEYS =
  'The first deployment asks for the keys of Drive and helpdesk: run it at a terminal, without --without-vendors.';

/** Shows what a deployment would change, and deploys it if the operator confirms. */
export const deployPortal = async (ports: DeployPorts, settings: Settings): Promise<void> => {
  const { terminal, cdk, outputFolder } = ports;
  const { account, deployment, region } = settings;
  const places = placesOf(settings);
  const { data, backup, edge, portal, edgeAlarms } = places;
  const { advice: ofAccount, concurrency } = await requireReadyAccount(settings);
  for (const sentence of ofAccount) {
    terminal.say(sentence);
  }
  await requireQuietStacks(Object.values(places));
  const standing = await find(portal);
  const stands = standing !== undefined && !standing.neverStood;
  const vendors = vendorsOf(settings, ports.driveApiUrl);
  if (!ports.triesVendors && !stands && vendors.length > 0) {
    throw new Refused(FIRST_NEEDS_KEYS);
  }
  const tolerate = makeTolerance(terminal, stands);
  const advice = [
    ...((await tolerate(() => requireMail(settings, ports.dns))) ?? []),
    ...((await tolerate(() => requireBackupCopies(settings))) ?? []),
    ...adviseBackupRegion(settings),
  ];

  const secrets = new SecretsManagerClient({ region });
  const keys = await settleKeys(
    { secrets, terminal, checkKept: tolerate },
    ports.triesVendors ? vendors : [],
    await find(data),
  );

  await cdk(
    'synth',
    '--quiet',
    '--output',
    outputFolder,
    '-c',
    `deployment=${deployment}`,
    '-c',
    `concurrency=${concurrency}`,
  );
  await keepData(ports, data);
  await cdk('diff', ...synthesizedIn(outputFolder));
  const questions = [
    ...askAboutSignIn(settings, stands ? standing : undefined),
    `Deploy this as ${deployment} to the account ${account} in ${region}?`,
  ];
  for (const question of questions) {
    if (!(await terminal.confirm(question))) {
      throw new Refused('Nothing was deployed.');
    }
  }

  await deployStack(ports, data);
  await keepKeys(secrets, data, keys);
  if (settings.backupRegion !== undefined) {
    await deployStack(ports, backup);
  }
  if (needsEdge(settings)) {
    await deployStack(ports, edge);
  }
  await deployStack(ports, portal);
  await deployStack(ports, edgeAlarms);

  if (keys.some(({ vendor }) => vendor.isFile)) {
    terminal.say('The key file is kept by AWS now: delete yours.');
  }
  if (!needsEdge(settings) && (await find(edge))) {
    terminal.say(
      `${edge.stackName} is needed no more: aws cloudformation delete-stack --region ${edge.region} --stack-name ${edge.stackName}`,
    );
  }
  for (const sentence of advice) {
    terminal.say(sentence);
  }
  await tellUnconfirmed(terminal, settings, [portal, edgeAlarms]);
};
