import * as z from 'zod';

const DESCRIBED_ISSUES_MAX = 10;

/**
 * Drizzle's message contains the parameters of its statement, and JSON.parse's a piece of the text that it could not
 * read.
 */
const quotesItsInput = (error: Error): boolean => 'query' in error || error instanceof SyntaxError;

/** Lists where a value broke its schema and how: the first faults, and the number of the others. */
const describeIssues = (issues: readonly z.core.$ZodIssue[]): string => {
  const described = issues
    .slice(0, DESCRIBED_ISSUES_MAX)
    .map(({ path, code }) => `${path.join('.')} ${code}`);
  const rest = issues.length - described.length;

  return [...described, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
};

const describeOne = (error: Error): string => {
  if (quotesItsInput(error)) {
    return error.name;
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
