import * as z from 'zod';
import { readRateSeconds } from '#shared/jobs.ts';
import { type Permissions, resourceAllows } from './policies.ts';
import { nameOfFunction, nameOfRole, ofType, type StackFunction } from './portal-stack.ts';
import type { StackResource } from './stacks.ts';

const schedule = z.looseObject({
  ScheduleExpression: z.string(),
  State: z.literal('ENABLED').optional(),
  Target: z.looseObject({ Arn: z.string(), RoleArn: z.string() }),
});

const trigger = z.looseObject({ ServiceToken: z.string(), HandlerArn: z.string() });

/** Who calls which function without a request or a message, and as which role. */
export interface Invoker {
  functionName: string;
  functionArn: string;
  role: string;
  /** Undefined for what a deployment calls. */
  rateSeconds: number | undefined;
}

const roleTrusts = (resources: readonly StackResource[], roleName: string, service: string): boolean => {
  const role = ofType(resources, 'AWS::IAM::Role').find(({ ref }) => ref === roleName);
  const { AssumeRolePolicyDocument } = role?.properties() ?? {};

  return resourceAllows(AssumeRolePolicyDocument, roleName, {
    action: 'sts:AssumeRole',
    resource: '*',
    service,
  });
};

/** The schedules, and the triggers of deployments. */
export const readInvokers = (
  resources: readonly StackResource[],
  functions: readonly StackFunction[],
): Invoker[] => {
  const schedules = ofType(resources, 'AWS::Scheduler::Schedule').map((resource): Invoker => {
    const { ScheduleExpression, Target } = schedule.parse(resource.properties());
    const role = nameOfRole(Target.RoleArn);
    if (!roleTrusts(resources, role, 'scheduler.amazonaws.com')) {
      throw new Error(`The scheduler may not take the role ${role}.`);
    }

    return {
      functionName: nameOfFunction(Target.Arn),
      functionArn: Target.Arn,
      role,
      rateSeconds: readRateSeconds(ScheduleExpression),
    };
  });

  const triggers = ofType(resources, 'Custom::Trigger').map((resource): Invoker => {
    const { ServiceToken, HandlerArn } = trigger.parse(resource.properties());
    const provider = functions.find(({ arn }) => arn === ServiceToken);

    return {
      functionName: nameOfFunction(HandlerArn),
      functionArn: HandlerArn,
      role: provider?.role ?? '',
      rateSeconds: undefined,
    };
  });

  return [...schedules, ...triggers];
};

/** Whether an invoker's role may call what it is there to call. */
export const mayInvoke = (permissions: Permissions, { role, functionArn }: Invoker): boolean =>
  permissions.allows(role, { action: 'lambda:InvokeFunction', resource: functionArn });

/** Whether Lambda may take the role of each function; without, it refuses to make it. */
export const requireTrustedRoles = (
  resources: readonly StackResource[],
  functions: readonly StackFunction[],
): void => {
  for (const { name, role } of functions) {
    if (!roleTrusts(resources, role, 'lambda.amazonaws.com')) {
      throw new Error(`Lambda may not take the role ${role} of ${name}.`);
    }
  }
};
