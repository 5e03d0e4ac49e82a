import {
  type CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { Refused } from './refused.ts';

const STANDS = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT)_COMPLETE$/;

/** States in which a failed first deployment ends; only one without rollback leaves UPDATE_FAILED. */
const NEVER_STOOD = /^(REVIEW_IN_PROGRESS|ROLLBACK_COMPLETE|(CREATE|UPDATE)_FAILED)$/;

/** States in which CloudFormation refuses another deployment; in the cleanup after an update CDK waits. */
const CHANGES = /^(CREATE|UPDATE|DELETE|ROLLBACK|UPDATE_ROLLBACK|IMPORT)_IN_PROGRESS$/;

/** Returns the stack of this name, or undefined if there is none. */
export const findStack = async (cloudFormation: CloudFormationClient, name: string) => {
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
    const [stack] = Stacks;
    if (!stack) {
      return undefined;
    }

    return {
      stands: STANDS.test(stack.StackStatus ?? ''),
      changes: CHANGES.test(stack.StackStatus ?? ''),
      neverStood: NEVER_STOOD.test(stack.StackStatus ?? ''),
      parameter: (key: string): string | undefined =>
        stack.Parameters?.find(({ ParameterKey }) => ParameterKey === key)?.ParameterValue,
      output: (key: string): string => {
        const value = stack.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
        if (value === undefined) {
          throw new Refused(`The stack ${name} has no output ${key}: deploy it again.`);
        }

        return value;
      },
    };
  } catch (error) {
    const isAbsent = error instanceof CloudFormationServiceException && /does not exist/.test(error.message);
    if (isAbsent) {
      return undefined;
    }
    throw error;
  }
};

/** Returns a stack of the deployment; refuses one that is not there. */
export const requireStack = async (
  cloudFormation: CloudFormationClient,
  name: string,
  deployment: string,
) => {
  const stack = await findStack(cloudFormation, name);
  if (!stack) {
    throw new Refused(
      `${await cloudFormation.config.region()} has no stack ${name}: deploy it first, by npm run deploy -- ${deployment}.`,
    );
  }

  return stack;
};
