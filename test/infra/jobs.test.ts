import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { type JobName, jobs } from '#shared/jobs.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import type { Resource } from '#test/support/infra/join-stacks.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';

const { template } = synthPortal(PRODUCTION);

const functionOf = (name: JobName): readonly [string, Resource] => {
  const found = template.functionsByEntry().get(`functions/jobs/${name}.ts`);
  if (!found) {
    throw new Error(`No function runs the job ${name}`);
  }

  return found;
};

const names = Object.keys(jobs) as JobName[];
const triggerOf = (name: JobName) => jobs[name].trigger;

const ofKind = (kind: 'queue' | 'schedule') =>
  names.flatMap((name) => {
    const trigger: object | string = triggerOf(name);
    return typeof trigger === 'object' && kind in trigger ? [name] : [];
  });

/** What a construct's ARN reads as, such as `JobsinvoicepdfFunction.Arn`. */
const arnOf = (name: JobName) => `${functionOf(name)[0].replace(/[0-9A-F]{8}$/, '')}.Arn`;

describe('the jobs', () => {
  it('are one function each and no other, with the memory and time that they ask for', () => {
    const built = [...template.functionsByEntry()]
      .filter(([entry]) => entry.startsWith('functions/jobs/'))
      .map(([entry, [, { Properties }]]) => [entry, Properties.MemorySize, Properties.Timeout]);

    expect(built).toEqual(
      names.map((name) => [
        `functions/jobs/${name}.ts`,
        jobs[name].memoryMegabytes,
        jobs[name].timeoutSeconds,
      ]),
    );
  });

  it('with a queue are called for each of its messages alone, as many at a time as its kind says', () => {
    const mappings = template.ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => ({
      BatchSize: Properties.BatchSize,
      ScalingConfig: Properties.ScalingConfig,
      EventSourceArn: describeValue(Properties.EventSourceArn),
      FunctionName: `${describeValue(Properties.FunctionName)}.Arn`,
    }));

    const mapping = (name: JobName, MaximumConcurrency: number) => ({
      BatchSize: 1,
      EventSourceArn: `${name.replaceAll('-', '')}Queue.Arn`,
      FunctionName: arnOf(name),
      ScalingConfig: { MaximumConcurrency },
    });
    expect(ofKind('queue')).toHaveLength(3);
    expect(mappings).toEqual([
      mapping('invoice-pdf', 5),
      mapping('helpdesk-message', 2),
      mapping('helpdesk-contact', 2),
    ]);
  });

  it('with a schedule are called at its rate, by the role that may, and a failed run waits for the next', () => {
    const schedules = template.ofType('AWS::Scheduler::Schedule').map(([, { Properties }]) => {
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
        { MaximumRetryAttempts: 0 },
      ];
    });

    expect(schedules).toEqual(wanted);
  });

  it('of a deployment run before any other function of it changes', () => {
    const [triggerId, trigger] = template.ofType('Custom::Trigger')[0] ?? ['', undefined];
    const changedBefore = [...template.functionsByEntry()]
      .filter(([, [, { DependsOn }]]) => !DependsOn.includes(triggerId))
      .map(([entry]) => entry);

    expect(template.ofType('Custom::Trigger')).toHaveLength(1);
    expect(describeValue(trigger?.Properties.HandlerArn)).toMatch(/^JobsmigrateFunctionCurrentVersion/);
    expect(changedBefore).toEqual(['functions/jobs/migrate.ts']);
  });
});

describe('the queues', () => {
  const queueOf = (name: string) => {
    const [, found] =
      template
        .ofType('AWS::SQS::Queue')
        .find(([id]) => id.replace(/[0-9A-F]{8}$/, '') === name.replaceAll('-', '')) ?? [];
    if (!found) {
      throw new Error(`There is no queue ${name}`);
    }

    return found.Properties;
  };

  it.each([
    ['invoice-pdf', 35, 30],
    ['helpdesk-message', 35, 30],
    ['helpdesk-contact', 35, 30],
  ] as const)(
    'of %s hides a message %s s, longer than the %s s that its function may run',
    (name, hides, runs) => {
      expect(queueOf(`${name}-Queue`).VisibilityTimeout).toBe(hides);
      expect(functionOf(name)[1].Properties.Timeout).toBe(runs);
    },
  );

  it.each(JOB_KINDS)(
    'of %s gives up a message after ten receives and keeps it two weeks beside it',
    (name) => {
      const { deadLetterTargetArn, maxReceiveCount } = z
        .object({ deadLetterTargetArn: z.unknown(), maxReceiveCount: z.number() })
        .parse(queueOf(`${name}-Queue`).RedrivePolicy);

      expect(maxReceiveCount).toBe(10);
      expect(describeValue(deadLetterTargetArn)).toBe(`${name.replaceAll('-', '')}DeadLetters.Arn`);
      expect(queueOf(`${name}-DeadLetters`).MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    },
  );

  it('answer nobody without TLS and grant nothing by a policy of their own', () => {
    const effects = template.ofType('AWS::SQS::QueuePolicy').flatMap(([, { Properties }]) =>
      z
        .object({ Statement: z.array(z.object({ Effect: z.string(), Condition: z.unknown() })) })
        .parse(Properties.PolicyDocument)
        .Statement.map(({ Effect, Condition }) => ({ Effect, Condition })),
    );

    const withoutTls = { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
    expect(effects).toEqual(JOB_KINDS.flatMap(() => [withoutTls, withoutTls]));
  });
});
