import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { EventQueue, QueueRules } from '#shared/event-queues.ts';
import { type JobKind, jobKinds, ofEachKind } from '#shared/job-kinds.ts';

const RETENTION_DAYS = 14;

/** The queue of a job and its dead-letter queue; both keep a message for as long as SQS allows. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  readonly queueName: string;
  readonly queueArn: string;
  readonly deadLetterQueueName: string;
  readonly deadLetterQueueArn: string;

  constructor(scope: Construct, id: string, { visibilityTimeoutSeconds, maxReceiveCount }: QueueRules) {
    super(scope, id);

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

    this.queueName = this.queue.queueName;
    this.queueArn = this.queue.queueArn;
    this.deadLetterQueueName = this.deadLetterQueue.queueName;
    this.deadLetterQueueArn = this.deadLetterQueue.queueArn;
  }
}

export type WorkQueues = Record<JobKind, WorkQueue>;

/** The queues of events; a deployment that calls no such vendor has none. */
export type EventWorkQueues = Partial<Record<EventQueue, WorkQueue>>;

export const makeWorkQueues = (scope: Construct): WorkQueues =>
  ofEachKind((kind) => new WorkQueue(scope, kind, jobKinds[kind].queue));
