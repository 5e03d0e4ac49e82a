import { userInfo } from 'node:os';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { LOCAL, readNamedDeployment } from '../named-deployment.ts';

/** Returns who runs the command: the ARN of the credentials, or on a laptop the name of the account. */
export const readOperator = async (deployment: string): Promise<string> => {
  if (deployment === LOCAL) {
    return `local:${userInfo().username}`;
  }
  const sts = new STSClient({ region: readNamedDeployment(deployment).region });
  const { Arn = 'unknown' } = await sts.send(new GetCallerIdentityCommand({}));

  return Arn;
};
