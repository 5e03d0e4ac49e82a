import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { RDSClient } from '@aws-sdk/client-rds';
import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { type Settings, stackNames } from '#infra/settings.ts';
import type { Cdk } from '../deploy/cdk.ts';
import { Refused } from '../refused.ts';
import { requireStack } from '../stack.ts';
import type { Terminal } from '../terminal.ts';
import { type AwsCall, callAws, makeCall } from './aws-call.ts';
import { listSwitches } from './background-work.ts';
import {
  type Found,
  findClusters,
  listChanging,
  type Names,
  nameClusters,
  requireCluster,
  requireSource,
} from './clusters.ts';
import {
  hasTakenPlace,
  listRestoreSteps,
  makeRoom,
  type Origin,
  type Restore,
  renameInstances,
  type Step,
  takePlace,
} from './restore-cluster.ts';
import { readStackDatabase } from './stack-database.ts';

export interface RestorePorts {
  terminal: Terminal;
  cdk: Cdk;
  clock: () => Date;
  wait: (ms: number) => Promise<void>;
  cloudFormation: CloudFormationClient;
  lambda: LambdaClient;
  rds: RDSClient;
  scheduler: SchedulerClient;
}

/** AWS shows a few seconds late what a call began. */
const LOOK_MS = 20_000;

const MINUTE_MS = 60_000;

const refuseMore = (deployment: string): Refused =>
  new Refused(
    `Nothing more was done. The same command goes on from here; npm run restore -- ${deployment} --start starts what was stopped.`,
  );

const makeSteps = ({ terminal, wait, clock, rds }: RestorePorts, deployment: string) => {
  /** Shows a call, and makes it if the operator confirms. */
  const ask = async (...calls: readonly AwsCall[]): Promise<void> => {
    for (const { text } of calls) {
      terminal.say(text);
    }
    await confirm(calls.length === 1 ? 'Make this call?' : `Make these ${calls.length} calls?`);
    for (const call of calls) {
      await call.send();
    }
  };

  const confirm = async (question: string): Promise<void> => {
    if (!(await terminal.confirm(question))) {
      throw refuseMore(deployment);
    }
  };

  /** Looks until nothing is changing any more. */
  const settle = async (names: Names, isReached: (found: Found) => boolean = () => true): Promise<Found> => {
    const began = clock().getTime();
    let hasWaited = false;
    for (;;) {
      const found = await findClusters(rds, names);
      const changing = listChanging(found, names);
      if (changing.length === 0 && isReached(found)) {
        if (hasWaited) {
          terminal.say('');
        }

        return found;
      }
      const minutes = Math.floor((clock().getTime() - began) / MINUTE_MS);
      terminal.showProgress(`${minutes} min: ${changing.join(', ') || 'AWS begins'}`);
      hasWaited = true;
      await wait(LOOK_MS);
    }
  };

  const perform = async (names: Names, steps: readonly Step[]): Promise<void> => {
    for (const step of steps) {
      const found = await settle(names);
      if (step.isDue(found)) {
        await ask(step.call(found));
        await wait(LOOK_MS);
        await settle(names, step.isMade);
      }
    }
  };

  return { ask, confirm, settle, perform };
};

type Steps = ReturnType<typeof makeSteps>;

const readStack = ({ cloudFormation }: RestorePorts, name: string, deployment: string) =>
  callAws('cloudformation:DescribeStacks', () => requireStack(cloudFormation, name, deployment));

const nameOfCluster = (dataStack: Awaited<ReturnType<typeof readStack>>): string =>
  dataStack.output('DatabaseArn').split(':').at(-1) ?? '';

/** Refuses a restored cluster under another key: nobody could mend that after it took its place. */
const requireKey = ({ clusters }: Found, { names: { restored }, keyArn }: Restore): void => {
  const cluster = clusters.get(restored);
  if (cluster && cluster.KmsKeyId !== keyArn) {
    throw new Refused(
      `${restored} has the key ${cluster.KmsKeyId}, not the stack's ${keyArn}, and the key of a cluster can never be changed. Delete it, and run the command again.`,
    );
  }
};

/** Starts or stops what runs by itself. */
const switchWork = async (ports: RestorePorts, { ask }: Steps, stackName: string, isOn: boolean) => {
  const calls = await listSwitches(ports, stackName, isOn);
  if (calls.length > 0) {
    await ask(...calls);
  }
};

/** Runs the migrations, which also give the application's role the password of today. */
const migrate = async (ports: RestorePorts, { ask }: Steps, settings: Settings) => {
  const stack = await readStack(ports, stackNames(settings).portal, settings.deployment);
  const FunctionName = stack.output('MigrateFunctionName');
  const command = new InvokeCommand({ FunctionName });
  await ask(
    makeCall('lambda', command, async () => {
      const { FunctionError, Payload } = await ports.lambda.send(command);
      if (FunctionError !== undefined) {
        throw new Error(`the migrations failed: ${Payload?.transformToString()}`);
      }
    }),
  );
};

/** Shows what differs from the checkout; a checkout that cannot be compared must not keep the portal stopped. */
const compare = async (
  { cdk, terminal }: RestorePorts,
  { deployment, data }: { deployment: string; data: string },
) => {
  try {
    await cdk('synth', '--quiet', '-c', `deployment=${deployment}`);
    await cdk('diff', '--app', 'cdk.out', '--build=');
    await cdk('drift', data, '--app', 'cdk.out', '--build=');
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    terminal.say(error.message);
  }
};

/** Starts again what a restore stopped. */
export const startPortal = async (ports: RestorePorts, settings: Settings): Promise<void> => {
  const { data, portal } = stackNames(settings);
  await requireCluster(ports.rds, nameOfCluster(await readStack(ports, data, settings.deployment)));
  await switchWork(ports, makeSteps(ports, settings.deployment), portal, true);
  ports.terminal.say(`Everything of ${settings.deployment} runs.`);
};

/** Restores the database of a deployment to a moment, and goes on where an earlier call of it stopped. */
export const restorePortal = async (
  ports: RestorePorts,
  settings: Settings,
  { moment, snapshot }: Pick<Origin, 'moment' | 'snapshot'>,
): Promise<void> => {
  const { terminal, cloudFormation, rds } = ports;
  const { deployment } = settings;
  const { data, portal } = stackNames(settings);
  const stack = await readStack(ports, data, deployment);
  const names = nameClusters(nameOfCluster(stack), moment);
  const restore: Restore = {
    rds,
    names,
    database: await readStackDatabase(cloudFormation, data),
    keyArn: stack.output('DatabaseKeyArn'),
  };
  const steps = makeSteps(ports, deployment);
  const { confirm, settle, perform } = steps;
  const cleanUp = `npm run after-restore -- ${deployment} ${moment.toISOString()} later.log ${names.restored}`;

  const begun = await settle(names);
  for (const other of begun.others) {
    terminal.say(
      `${other} was restored to another moment, and stays as it is. Delete it if nobody needs it.`,
    );
  }
  if (!hasTakenPlace(begun, names)) {
    const hasRestored = begun.clusters.has(names.restored);
    const source = hasRestored
      ? names.stack
      : await requireSource(rds, begun, names, { deployment, moment, snapshot });
    await switchWork(ports, steps, portal, false);
    if (!hasRestored || !begun.clusters.has(names.former)) {
      await perform(names, listRestoreSteps(restore, { moment, source, snapshot }));
      const found = await settle(names);
      requireKey(found, restore);
      if (!hasTakenPlace(found, names)) {
        terminal.say(`${names.restored} is whole. Steps 3 and 4 of docs/operations/restore.md: ${cleanUp}`);
        terminal.say(
          `If it cannot sign in, the owner's password is another one since: aws rds modify-db-cluster --db-cluster-identifier ${names.restored} --master-user-password <today's, of the secret> --apply-immediately`,
        );
        await confirm(
          `Is it cleaned up, and may it replace ${names.stack}? The portal answers 503 from now on.`,
        );
      }
    }
    requireKey(await settle(names), restore);
    await perform(names, [makeRoom(restore)]);
    if ((await settle(names)).clusters.has(names.former)) {
      terminal.say(`Nobody writes any more. Get later.log once more, and: ${cleanUp}`);
      await confirm('Has that run once more?');
    }
    await perform(names, [takePlace(restore)]);
  }

  await migrate(ports, steps, settings);
  await perform(names, renameInstances(restore));
  await compare(ports, { deployment, data });
  await startPortal(ports, settings);
  terminal.say(`Delete ${names.former} in a week, not today.`);
};
