import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import type { PortalFunction } from './portal-function.ts';

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

/** As short as Lambda and EventBridge Scheduler allow: a run that had to wait longer has been overtaken by a later one. */
const EVENT_AGE_MAX = Duration.minutes(1);

/**
 * Calls a function at a rate, with this event instead of EventBridge's own. A failed run is not repeated: the next
 * scheduled one is soon enough.
 */
export const callOnSchedule = (called: PortalFunction, rate: string, event?: unknown): void => {
  called.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: EVENT_AGE_MAX });

  new CfnSchedule(called, 'Schedule', {
    scheduleExpression: rate,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: called.lambda.functionArn,
      roleArn: makeInvokerRole(called, called.lambda).roleArn,
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: EVENT_AGE_MAX.toSeconds() },
      ...(event !== undefined && { input: JSON.stringify(event) }),
    },
  });
};
