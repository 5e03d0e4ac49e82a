import { parseArgs } from 'node:util';
import { describeError } from '#functions/runtime/describe-error.ts';
import { AppError } from '#shared/errors.ts';
import { Refused } from './refused.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const CAUSED_BY = '\n  caused by ';

/** Words an error, with our own sentence first if there is one, followed by the service's own message. */
const explain = (error: unknown): string => {
  if (error instanceof Refused) {
    return error.message;
  }
  if (error instanceof AppError) {
    return [error.message, ...describeError(error.cause)].join(CAUSED_BY);
  }

  return describeError(error).join(CAUSED_BY);
};

/** Parses the arguments: at least `words` and at most `wordsMax` words, and the given flags out of `flags`. */
export const readArguments = <Flag extends string>(
  args: readonly string[],
  {
    usage,
    words,
    wordsMax = words,
    flags = [],
  }: { usage: string; words: number; wordsMax?: number; flags?: readonly Flag[] },
) => {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length >= words && positionals.length <= wordsMax) {
      return { words: positionals, has: (flag: Flag) => values[flag] === true };
    }
  } catch (cause) {
    throw new Refused(`Usage: ${usage}`, { cause });
  }

  throw new Refused(`Usage: ${usage}`);
};

/** Runs a command of package.json with the arguments that follow its name. */
export const runCommand = async (
  run: (args: readonly string[], terminal: Terminal) => Promise<void>,
): Promise<void> => {
  try {
    await run(process.argv.slice(2), openTerminal({ input: process.stdin, output: process.stdout }));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
};
