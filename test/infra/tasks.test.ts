import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { type TaskName, tasks } from '#shared/tasks.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import type { Resource } from '#test/support/infra/join-stacks.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';

const { template } = synthPortal(PRODUCTION);

const functionOf = (name: TaskName): readonly [string, Resource] => {
  const found = template.functionsByEntry().get(`functions/tasks/${name}.ts`);
  if (!found) {
    throw new Error(`No function runs the task ${name}`);
  }

  return found;
};

const names = Object.keys(tasks) as TaskName[];
const triggerOf = (name: TaskName) => tasks[name].trigger;

const ofKind = (kind: 'queue' | 'events' | 'schedule') =>
  names.flatMap((name) => {
    const trigger: object | string = triggerOf(name);
    return typeof trigger === 'object' && kind in trigger ? [name] : [];
  });

const ofTasks = (type: string) => template.ofType(type).filter(([id]) => id.startsWith('Tasks'));

/** Returns a construct's ARN in readable form, such as `TasksinvoicepdfFunction.Arn`. */
const arnOf = (name: TaskName) => `${functionOf(name)[0].replace(/[0-9A-F]{8}$/, '')}.Arn`;

describe('the tasks', () => {
  it('each task is one function with its own memory and timeout, and there are no others', () => {
    const built = [...template.functionsByEntry()]
      .filter(([entry]) => entry.startsWith('functions/tasks/'))
      .map(([entry, [, { Properties }]]) => [entry, Properties.MemorySize, Properties.Timeout]);

    expect(built).toEqual(
      names.map((name) => [
        `functions/tasks/${name}.ts`,
        tasks[name].memoryMegabytes,
        tasks[name].timeoutSeconds,
      ]),
    );
  });

  it('a task with a queue runs for one message at a time, with the parallel runs of its kind', () => {
    const mappings = template.ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => ({
      BatchSize: Properties.BatchSize,
      ScalingConfig: Properties.ScalingConfig,
      EventSourceArn: describeValue(Properties.EventSourceArn),
      FunctionName: `${describeValue(Properties.FunctionName)}.Arn`,
    }));

    const mapping = (
      name: TaskName,
      MaximumConcurrency: number,
      queue = `${name.replaceAll('-', '')}Queue`,
    ) => ({
      BatchSize: 1,
      EventSourceArn: `${queue}.Arn`,
      FunctionName: arnOf(name),
      ScalingConfig: { MaximumConcurrency },
    });
    expect([...ofKind('queue'), ...ofKind('events')]).toHaveLength(8);
    expect(mappings).toEqual([
      mapping('invoice-pdf', 5),
      mapping('helpdesk-message', 2),
      mapping('helpdesk-contact', 2),
      mapping('account-mail', 5),
      mapping('business-mail', 10),
      mapping('bank-booking', 2),
      mapping('billing-run', 2),
      mapping('mail-events', 5, 'MailEventsQueue'),
    ]);
  });

  it('a task with a schedule runs at its rate by its own role, and a failed run is not retried', () => {
    const schedules = ofTasks('AWS::Scheduler::Schedule').map(([, { Properties }]) => {
      const { Arn, RoleArn, RetryPolicy } = z
        .object({ Arn: z.unknown(), RoleArn: z.unknown(), RetryPolicy: z.unknown() })
        .parse(Properties.Target);
      return [describeValue(Arn), describeValue(RoleArn), Properties.ScheduleExpression, RetryPolicy];
    });
    const wanted = ofKind('schedule').map((name) => {
      const trigger = triggerOf(name);
      return [
        arnOf(name),
        arnOf(name).replace('Function.', 'InvokerRole.'),
        typeof trigger === 'object' && 'schedule' in trigger && trigger.schedule,
        { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
      ];
    });

    expect(schedules).toEqual(wanted);
  });

  it('a scheduled run that Lambda could not start within a minute is dropped, so that no old runs pile up', () => {
    const rules = ofTasks('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => [
      describeValue(Properties.FunctionName),
      Properties.MaximumRetryAttempts,
      Properties.MaximumEventAgeInSeconds,
    ]);

    expect(rules).toEqual(ofKind('schedule').map((name) => [arnOf(name).replace('.Arn', ''), 0, 60]));
  });

  it('the task of a deployment runs before any other function changes', () => {
    const [triggerId, trigger] = template.ofType('Custom::Trigger')[0] ?? ['', undefined];
    const changedBefore = [...template.functionsByEntry()]
      .filter(([, [, { DependsOn }]]) => !DependsOn.includes(triggerId))
      .map(([entry]) => entry);

    expect(template.ofType('Custom::Trigger')).toHaveLength(1);
    expect(describeValue(trigger?.Properties.HandlerArn)).toMatch(/^TasksmigrateFunctionCurrentVersion/);
    expect(changedBefore).toEqual(['functions/tasks/migrate.ts']);
  });
});

describe('the queues', () => {
  const queueOf = (name: string) => {
    const [, found] =
      template.ofType('AWS::SQS::Queue').find(([id]) => id.replace(/[0-9A-F]{8}$/, '') === name) ?? [];
    if (!found) {
      throw new Error(`There is no queue ${name}`);
    }

    return found.Properties;
  };

  /** The task of each queue, and the name of its construct. */
  const QUEUES = [
    ...JOB_KINDS.map((kind) => [kind, kind.replaceAll('-', '')] as const),
    ['mail-events', 'MailEvents'],
  ] as const;

  it.each(QUEUES)(
    'the queue of %s hides a message for 35 s, longer than the 30 s that its function may run',
    (name, queue) => {
      expect(queueOf(`${queue}Queue`).VisibilityTimeout).toBe(35);
      expect(functionOf(name)[1].Properties.Timeout).toBe(30);
    },
  );

  it.each(QUEUES)(
    'the queue of %s moves a message to its dead letters after half an hour of refused calls, and keeps it two weeks',
    (_name, queue) => {
      const { deadLetterTargetArn, maxReceiveCount } = z
        .object({ deadLetterTargetArn: z.unknown(), maxReceiveCount: z.number() })
        .parse(queueOf(`${queue}Queue`).RedrivePolicy);

      expect(maxReceiveCount).toBe(50);
      expect(describeValue(deadLetterTargetArn)).toBe(`${queue}DeadLetters.Arn`);
      expect(queueOf(`${queue}DeadLetters`).MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    },
  );

  it('the queues refuse calls without TLS, and policies grant nothing but the events of mails', () => {
    const effects = template.ofType('AWS::SQS::QueuePolicy').flatMap(([, { Properties }]) =>
      z
        .object({ Statement: z.array(z.object({ Effect: z.string(), Condition: z.unknown() })) })
        .parse(Properties.PolicyDocument)
        .Statement.map(({ Effect, Condition }) => ({ Effect, Condition })),
    );

    const withoutTls = { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
    const fromTopic = {
      Effect: 'Allow',
      Condition: { ArnEquals: { 'aws:SourceArn': { Ref: expect.stringMatching(/^MailTopic/) } } },
    };
    expect(effects).toEqual([...QUEUES.flatMap(() => [withoutTls, withoutTls]), fromTopic]);
  });
});
