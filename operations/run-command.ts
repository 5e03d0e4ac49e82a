import { parseArgs } from 'node:util';
import { describeError } from '#functions/runtime/describe-error.ts';
import { findAppError } from '#shared/errors.ts';
import { Refused } from './refused.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const CAUSED_BY = '\n  caused by ';

/** Words an error, with our own sentence first if there is one, followed by what the log would say of it. */
const explain = (error: unknown): string => {
  if (error instanceof Refused) {
    return error.message;
  }
  const refusal = findAppError(error);
  if (refusal) {
    return [refusal.message, ...describeError(refusal.cause)].join(CAUSED_BY);
  }

  return describeError(error).join(CAUSED_BY);
};

/**
 * Parses the arguments: at least `words` and at most `wordsMax` words, the given flags out of `flags`, and the values
 * of `settings`.
 */
export const readArguments = <Flag extends string, Setting extends string>(
  args: readonly string[],
  {
    usage,
    words,
    wordsMax = words,
    flags = [],
    settings = [],
  }: {
    usage: string;
    words: number;
    wordsMax?: number;
    flags?: readonly Flag[];
    settings?: readonly Setting[];
  },
) => {
  const options = Object.fromEntries([
    ...flags.map((flag) => [flag, { type: 'boolean' as const }] as const),
    ...settings.map((setting) => [setting, { type: 'string' as const }] as const),
  ]);
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    const { positionals } = parsed;
    const values: Record<string, unknown> = parsed.values;
    if (positionals.length >= words && positionals.length <= wordsMax) {
      return {
        words: positionals,
        has: (flag: Flag) => values[flag] === true,
        settingOf: (setting: Setting) => {
          const value = values[setting];

          return typeof value === 'string' ? value : undefined;
        },
      };
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
