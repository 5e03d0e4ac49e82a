import { ACCOUNT_ID } from './identities.ts';
import type { Permissions } from './policies.ts';
import type { StackFunction } from './portal-stack.ts';

interface Options {
  region: string;
  permissions: Permissions;
  functionNamed(name: string): StackFunction;
  onRefusal(refusal: string): void;
}

/** Takes what a function prints where its role may write to the log group that its template names. */
export const makeFunctionLog = ({ region, permissions, functionNamed, onRefusal }: Options) => {
  const linesOf = new Map<string, number>();

  return {
    take: (name: string, line: string) => {
      const { role, logGroup } = functionNamed(name);
      const resource = `arn:aws:logs:${region}:${ACCOUNT_ID}:log-group:${logGroup}:*`;
      const mayLog = ['logs:CreateLogStream', 'logs:PutLogEvents'].every((action) =>
        permissions.allows(role, { action, resource }),
      );
      if (mayLog) {
        linesOf.set(name, (linesOf.get(name) ?? 0) + 1);
        process.stdout.write(`${line}\n`);
      } else onRefusal(`${role} may not write to ${logGroup}`);
    },
    /** How many lines of a function the log has taken. */
    count: (name: string) => linesOf.get(name) ?? 0,
  };
};
