import * as z from 'zod';
import { AppError } from '#shared/errors.ts';

/** Number of faults, or of fields, that are named; of the others only their number. */
const DESCRIBED_MAX = 10;

/**
 * Drizzle's message contains the parameters of its statement, and JSON.parse's a piece of the text that it could not
 * read.
 */
const quotesItsInput = (error: Error): boolean => 'query' in error || error instanceof SyntaxError;

const listFirst = (described: readonly string[]): string => {
  const rest = described.length - DESCRIBED_MAX;

  return [...described.slice(0, DESCRIBED_MAX), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
};

/** Lists where a value broke its schema and how. */
const describeIssues = (issues: readonly z.core.$ZodIssue[]): string =>
  listFirst(issues.map(({ path, code }) => `${path.join('.')} ${code}`));

/** Names a refusal by its code and fields: its sentences are for the user, and may hold what somebody typed. */
const describeRefusal = ({ code, fields = {} }: AppError): string =>
  [code, listFirst(Object.keys(fields))].filter(Boolean).join(' ');

const describeOne = (error: Error): string => {
  if (quotesItsInput(error)) {
    return error.name;
  }
  if (error instanceof AppError) {
    return `${error.name}: ${describeRefusal(error)}`;
  }

  return `${error.name}: ${error instanceof z.ZodError ? describeIssues(error.issues) : error.message}`;
};

/** Lists the names of an error and its causes. Messages are included only if they cannot contain what a user typed. */
export const describeError = (error: unknown): string[] => {
  const chain: string[] = [];

  for (let current = error; current instanceof Error; current = current.cause) {
    chain.push(describeOne(current));
  }

  return chain;
};
