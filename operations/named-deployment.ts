import { readDeployment, type Settings } from '#infra/settings.ts';
import { Refused } from './refused.ts';

/** The name under which the commands find the portal of `npm start`. */
export const LOCAL = 'local';

/** Reads the settings of a deployment's file; faults become a sentence for the operator. */
export const readNamedDeployment = (name: string, folder?: string): Settings => {
  if (name === LOCAL) {
    throw new Refused('local is the portal of npm start, which nobody deploys.');
  }
  try {
    return readDeployment(name, folder);
  } catch (cause) {
    throw new Refused(cause instanceof Error ? cause.message : String(cause), { cause });
  }
};
