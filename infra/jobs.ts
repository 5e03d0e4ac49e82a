import { CfnResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { type JobKind, jobKinds } from '#shared/job-kinds.ts';
import { type JobName, jobs } from '#shared/jobs.ts';
import { type FunctionDefaults, PortalFunction } from './portal-function.ts';
import type { Settings } from './settings.ts';
import type { WorkQueue, WorkQueues } from './work-queue.ts';

/** Actions that Lambda performs on a queue as the function's role. */
const CONSUME = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];

const jobNames = Object.keys(jobs) as JobName[];

const callOnDeployment = (job: PortalFunction, timeoutSeconds: number): Trigger =>
  new Trigger(job, 'Deployment', { handler: job.lambda, timeout: Duration.seconds(timeoutSeconds) });

/**
 * One message at a time. The concurrency limit is set here and not on the function: throttled receives would count as
 * tries.
 */
const callForMessages = (job: PortalFunction, { queueArn }: WorkQueue, maxConcurrency: number) =>
  new EventSourceMapping(job, 'Messages', {
    target: job.lambda,
    eventSourceArn: queueArn,
    batchSize: 1,
    maxConcurrency,
  });

const concurrencyOf = (kind: JobKind, { pdfConcurrency }: Pick<Settings, 'pdfConcurrency'>): number =>
  kind === 'invoice-pdf' ? pdfConcurrency : jobKinds[kind].queue.maxConcurrency;

const makeInvokerRole = (scope: Construct, target: LambdaFunction): Role =>
  new Role(scope, 'InvokerRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    inlinePolicies: {
      invoke: new PolicyDocument({
        statements: [
          new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }),
        ],
      }),
    },
  });

/** A failed run is not repeated: the next scheduled one is soon enough. */
const callOnSchedule = (job: PortalFunction, rate: string): void => {
  job.lambda.configureAsyncInvoke({ retryAttempts: 0 });

  new CfnSchedule(job, 'Schedule', {
    scheduleExpression: rate,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: job.lambda.functionArn,
      roleArn: makeInvokerRole(job, job.lambda).roleArn,
      retryPolicy: { maximumRetryAttempts: 0 },
    },
  });
};

/** Sets the log of the CDK function that calls our functions at a deployment; its construct has no setting for it. */
const logTriggersTo = (log: LogGroup): void => {
  const caller = Stack.of(log).node.findChild('AWSCDK.TriggerCustomResourceProviderCustomResourceProvider');
  const handler = caller.node.findChild('Handler');
  if (!CfnResource.isCfnResource(handler)) {
    throw new Error('The function of the triggers is no resource');
  }

  handler.addPropertyOverride('LoggingConfig.LogGroup', log.logGroupName);
};

/** The Lambdas that no route calls, each with its trigger. */
export class Jobs extends Construct {
  readonly functions: Record<JobName, PortalFunction>;
  private readonly deployment: Trigger[] = [];

  constructor(scope: Construct, id: string, defaults: FunctionDefaults, queues: WorkQueues) {
    super(scope, id);

    const functions = jobNames.map((name) => [name, this.makeFunction(name, defaults, queues)]);
    this.functions = Object.fromEntries(functions) as Record<JobName, PortalFunction>;
  }

  private makeFunction(name: JobName, defaults: FunctionDefaults, queues: WorkQueues): PortalFunction {
    const { trigger, ...job } = jobs[name];
    const isFed = typeof trigger === 'object' && 'queue' in trigger;
    const jobFunction = new PortalFunction(this, name, defaults, {
      path: `jobs/${name}`,
      ...job,
      allow: isFed ? [{ actions: CONSUME, resources: [queues[trigger.queue].queueArn] }] : [],
    });

    if (trigger === 'deployment') {
      this.deployment.push(callOnDeployment(jobFunction, job.timeoutSeconds));
    } else if (isFed) {
      callForMessages(jobFunction, queues[trigger.queue], concurrencyOf(trigger.queue, defaults.settings));
    } else {
      callOnSchedule(jobFunction, trigger.schedule);
    }

    return jobFunction;
  }

  /** Runs the deployment's jobs before `before` or any other job changes. */
  runAtDeployment({ before, log }: { before: Construct; log: LogGroup }): void {
    const otherJobs = jobNames
      .filter((name) => jobs[name].trigger !== 'deployment')
      .map((name) => this.functions[name]);

    for (const trigger of this.deployment) {
      trigger.executeBefore(before, ...otherJobs);
    }
    logTriggersTo(log);
  }
}
