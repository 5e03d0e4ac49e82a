import * as z from 'zod';
import type { Resource } from './join-stacks.ts';
import { describeValue, type PortalTemplate, referenceIn } from './portal-template.ts';

const statement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
const policyDocument = z.object({ Statement: z.array(statement) });
const inlinePolicies = z.array(z.object({ PolicyDocument: policyDocument })).default([]);

const asList = <T>(oneOrMore: T | T[]): T[] => (Array.isArray(oneOrMore) ? oneOrMore : [oneOrMore]);

const describeConditions = (conditions: z.output<typeof statement>['Condition']): string =>
  Object.entries(conditions)
    .flatMap(([operator, tests]) =>
      Object.entries(tests).map(([key, value]) => ` if ${operator} ${key} ${describeValue(value)}`),
    )
    .join('');

const describeStatements = ({ Statement }: z.output<typeof policyDocument>): string[] =>
  Statement.flatMap(({ Effect, Action, Resource, Condition }) =>
    asList(Action).flatMap((action) =>
      asList(Resource).map(
        (target) =>
          `${Effect === 'Allow' ? '' : `${Effect} `}${action} on ${describeValue(target)}${describeConditions(Condition)}`,
      ),
    ),
  );

/** Lists everything that a role may do by any part of the template, as `action on resource if …`, sorted. */
export const grantsOfRole = (template: PortalTemplate, roleId: string): string[] => {
  const role = template.get(roleId);
  const inline = inlinePolicies
    .parse(role.Properties.Policies)
    .flatMap(({ PolicyDocument }) => describeStatements(PolicyDocument));
  const managed = z
    .array(z.unknown())
    .default([])
    .parse(role.Properties.ManagedPolicyArns)
    .map((arn) => `managed policy ${describeValue(arn)}`);
  const attached = [...template.ofType('AWS::IAM::Policy'), ...template.ofType('AWS::IAM::ManagedPolicy')]
    .filter(([, { Properties }]) =>
      z
        .array(z.unknown())
        .default([])
        .parse(Properties.Roles)
        .some((attachedTo) => referenceIn(attachedTo) === roleId),
    )
    .flatMap(([, { Properties }]) => describeStatements(policyDocument.parse(Properties.PolicyDocument)));

  return [...inline, ...managed, ...attached].sort();
};

export const grantsOfFunction = (template: PortalTemplate, lambda: Resource): string[] =>
  grantsOfRole(template, referenceIn(lambda.Properties.Role));

/** Returns a function's environment with each value described. */
export const environmentOf = (lambda: Resource): Record<string, string> => {
  const { Variables } = z
    .object({ Variables: z.record(z.string(), z.unknown()) })
    .parse(lambda.Properties.Environment);

  return Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, describeValue(value)]));
};
