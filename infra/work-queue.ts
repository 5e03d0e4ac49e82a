import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type QueueName, queues } from '#shared/jobs.ts';

const RETENTION_DAYS = 14;

/** A queue of shared/jobs.ts with its dead-letter queue; both keep a message as long as SQS can. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly deadLetterQueueUrl: string;
  readonly deadLetterQueueArn: string;

  constructor(scope: Construct, name: QueueName) {
    super(scope, name);
    const { visibilityTimeoutSeconds, maxReceiveCount } = queues[name];

    this.deadLetterQueue = new Queue(this, 'DeadLetters', {
      retentionPeriod: Duration.days(RETENTION_DAYS),
      enforceSSL: true,
    });
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds),
      retentionPeriod: Duration.days(RETENTION_DAYS),
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount },
    });

    this.queueUrl = this.queue.queueUrl;
    this.queueArn = this.queue.queueArn;
    this.deadLetterQueueUrl = this.deadLetterQueue.queueUrl;
    this.deadLetterQueueArn = this.deadLetterQueue.queueArn;
  }
}

export const makeWorkQueues = (scope: Construct): Record<QueueName, WorkQueue> => {
  const names = Object.keys(queues) as QueueName[];

  return Object.fromEntries(names.map((name) => [name, new WorkQueue(scope, name)])) as Record<
    QueueName,
    WorkQueue
  >;
};
