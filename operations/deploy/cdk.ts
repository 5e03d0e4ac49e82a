import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Refused } from '../refused.ts';

/** Runs CDK's command line with these arguments; its output goes to the terminal. */
export type Cdk = (...args: string[]) => Promise<void>;

/** The command line in this checkout's packages. */
const OWN_PROGRAM = join(
  dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')),
  'bin',
  'cdk',
);

export const makeCdk =
  (program = OWN_PROGRAM): Cdk =>
  async (...args) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) {
      throw new Refused(`cdk ${args[0]} ended with ${code}; what it said stands above.`);
    }
  };
