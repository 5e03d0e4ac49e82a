import { CfnResource, Duration, Stack } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Trigger as DeploymentTrigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { eventQueues as eventQueueRules } from '#shared/event-queues.ts';
import { type JobKind, jobKinds } from '#shared/job-kinds.ts';
import { type TaskName, type Trigger, tasks } from '#shared/tasks.ts';
import { type FunctionDefaults, PortalFunction } from './portal-function.ts';
import { callOnSchedule } from './schedule.ts';
import type { Settings } from './settings.ts';
import type { EventWorkQueues, WorkQueue, WorkQueues } from './work-queue.ts';

/** Actions that Lambda performs on a queue as the function's role. */
const CONSUME = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];

const taskNames = Object.keys(tasks) as TaskName[];

const callOnDeployment = (task: PortalFunction, timeoutSeconds: number): DeploymentTrigger =>
  new DeploymentTrigger(task, 'Deployment', {
    handler: task.lambda,
    timeout: Duration.seconds(timeoutSeconds),
  });

/**
 * One message at a time. The concurrency limit is set here and not on the function: throttled receives would count as
 * tries.
 */
const callForMessages = (task: PortalFunction, { queueArn }: WorkQueue, maxConcurrency: number) =>
  new EventSourceMapping(task, 'Messages', {
    target: task.lambda,
    eventSourceArn: queueArn,
    batchSize: 1,
    maxConcurrency,
  });

const concurrencyOf = (kind: JobKind, { pdfConcurrency }: Pick<Settings, 'pdfConcurrency'>): number =>
  kind === 'invoice-pdf' ? pdfConcurrency : jobKinds[kind].queue.maxConcurrency;

interface Queues {
  queues: WorkQueues;
  eventQueues: EventWorkQueues;
}

/** Returns the queue that calls a task, with its highest concurrency; undefined for a task that no queue calls. */
const feedOf = (
  name: TaskName,
  { queues, eventQueues }: Queues,
  settings: Pick<Settings, 'pdfConcurrency'>,
) => {
  const trigger: Trigger = tasks[name].trigger;
  if (trigger === 'deployment' || 'schedule' in trigger) {
    return undefined;
  }
  if ('queue' in trigger) {
    return { queue: queues[trigger.queue], maxConcurrency: concurrencyOf(trigger.queue, settings) };
  }
  const { [trigger.events]: queue } = eventQueues;

  return queue && { queue, maxConcurrency: eventQueueRules[trigger.events].maxConcurrency };
};

/** Sets the log of the CDK function that calls our functions at a deployment; its construct has no setting for it. */
const logTriggersTo = (log: ILogGroup): void => {
  const caller = Stack.of(log).node.findChild('AWSCDK.TriggerCustomResourceProviderCustomResourceProvider');
  const handler = caller.node.findChild('Handler');
  if (!CfnResource.isCfnResource(handler)) {
    throw new Error('The function of the triggers is no resource');
  }

  handler.addPropertyOverride('LoggingConfig.LogGroup', log.logGroupName);
};

/** True if the deployment has the task: that of a vendor's events needs the vendor, that of copies their region. */
const isDeployed = (
  name: TaskName,
  eventQueues: EventWorkQueues,
  { backupRegion }: Pick<Settings, 'backupRegion'>,
): boolean => {
  if (name === 'region-copy') {
    return backupRegion !== undefined;
  }
  const trigger: Trigger = tasks[name].trigger;

  return typeof trigger !== 'object' || !('events' in trigger) || trigger.events in eventQueues;
};

/** The Lambdas that no route calls, each with its trigger. */
export class Tasks extends Construct {
  readonly functions: ReadonlyMap<TaskName, PortalFunction>;
  private readonly deployment: DeploymentTrigger[] = [];

  constructor(scope: Construct, id: string, defaults: FunctionDefaults, queues: Queues) {
    super(scope, id);

    const deployed = taskNames.filter((name) => isDeployed(name, queues.eventQueues, defaults.settings));
    this.functions = new Map(deployed.map((name) => [name, this.makeFunction(name, defaults, queues)]));
  }

  /** Returns a task's function; throws if the deployment has no such task. */
  functionOf(name: TaskName): PortalFunction {
    const found = this.functions.get(name);
    if (!found) {
      throw new Error(`The deployment has no task ${name}`);
    }

    return found;
  }

  private makeFunction(name: TaskName, defaults: FunctionDefaults, queues: Queues): PortalFunction {
    const { trigger, ...task } = tasks[name];
    const feed = feedOf(name, queues, defaults.settings);
    const taskFunction = new PortalFunction(this, name, defaults, {
      path: `tasks/${name}`,
      ...task,
      allow: feed ? [{ actions: CONSUME, resources: [feed.queue.queueArn] }] : [],
    });

    if (trigger === 'deployment') {
      this.deployment.push(callOnDeployment(taskFunction, task.timeoutSeconds));
    } else if (feed) {
      callForMessages(taskFunction, feed.queue, feed.maxConcurrency);
    } else if ('schedule' in trigger) {
      callOnSchedule(taskFunction, trigger.schedule);
    }

    return taskFunction;
  }

  /** Runs the deployment's tasks before `before` or any other task changes. */
  runAtDeployment({ before, log }: { before: Construct; log: ILogGroup }): void {
    const otherTasks = [...this.functions]
      .filter(([name]) => tasks[name].trigger !== 'deployment')
      .map(([, taskFunction]) => taskFunction);

    for (const trigger of this.deployment) {
      trigger.executeBefore(before, ...otherTasks);
    }
    logTriggersTo(log);
  }
}
