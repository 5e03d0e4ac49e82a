import { setTimeout } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { RDSClient } from '@aws-sdk/client-rds';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { makeCdk } from '../deploy/cdk.ts';
import { readNamedDeployment } from '../named-deployment.ts';
import { readMoment } from '../read-moment.ts';
import { Refused } from '../refused.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { type RestorePorts, restorePortal, startPortal } from './restore-portal.ts';

const USAGE =
  'npm run restore -- <deployment> <moment> [--snapshot <id>], or npm run restore -- <deployment> --start';

/** AWS throttles those who look often. */
const PATIENCE = { maxAttempts: 10 };

/** `npm run restore -- <deployment> <moment> [--snapshot <id>]`, or `npm run restore -- <deployment> --start` */
export const restoreCommand = async (
  args: readonly string[],
  terminal: Terminal,
  others: Partial<RestorePorts> = {},
): Promise<void> => {
  const { words, has, settingOf } = readArguments(args, {
    usage: USAGE,
    words: 1,
    wordsMax: 2,
    flags: ['start'],
    settings: ['snapshot'],
  });
  const [deployment = '', momentText] = words;
  if (has('start') !== (momentText === undefined)) {
    throw new Refused(`Usage: ${USAGE}`);
  }
  const settings = readNamedDeployment(deployment);
  const { region } = settings;
  const ports: RestorePorts = {
    terminal,
    cdk: makeCdk(),
    clock: () => new Date(),
    wait: (ms) => setTimeout(ms),
    cloudFormation: new CloudFormationClient({ region, ...PATIENCE }),
    // A migration takes minutes, and must not run a second time beside itself.
    lambda: new LambdaClient({ region, maxAttempts: 1 }),
    rds: new RDSClient({ region, ...PATIENCE }),
    scheduler: new SchedulerClient({ region, ...PATIENCE }),
    ...others,
  };
  if (momentText === undefined) {
    return startPortal(ports, settings);
  }

  const moment = readMoment(momentText);
  if (moment > ports.clock()) {
    throw new Refused(`${momentText} is in the future.`);
  }
  await restorePortal(ports, settings, { moment, snapshot: settingOf('snapshot') });
};
