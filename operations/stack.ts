import {
  type CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { Refused } from './refused.ts';

/** What CloudFormation says of a stack that came to its end once; a later change may have been rolled back. */
const HAS_STOOD = /^(CREATE_COMPLETE|UPDATE_|IMPORT_)/;

/** A stack of this name; undefined if there is none. */
export const findStack = async (cloudFormation: CloudFormationClient, name: string) => {
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
    const [stack] = Stacks;
    if (!stack) return undefined;

    return {
      hasStood: HAS_STOOD.test(stack.StackStatus ?? ''),
      output: (key: string): string => {
        const value = stack.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
        if (value === undefined)
          throw new Refused(`The stack ${name} has no output ${key}: deploy it again.`);

        return value;
      },
    };
  } catch (error) {
    const isAbsent = error instanceof CloudFormationServiceException && /does not exist/.test(error.message);
    if (isAbsent) return undefined;
    throw error;
  }
};
