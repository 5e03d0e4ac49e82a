import { Logger } from '@aws-lambda-powertools/logger';

export const log = new Logger();

/** The names along a chain of causes; a message only where it cannot hold what a user typed. */
export const describeError = (error: unknown): string[] => {
  const chain: string[] = [];

  for (let current = error; current instanceof Error; current = current.cause) {
    // Drizzle's message holds the parameters of the statement, which may be personal.
    chain.push(
      current.name === 'Error' && 'query' in current
        ? 'DrizzleQueryError'
        : `${current.name}: ${current.message}`,
    );
  }

  return chain;
};
