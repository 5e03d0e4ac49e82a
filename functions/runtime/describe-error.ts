/** Drizzle's message holds the parameters of its statement, and JSON.parse's a piece of what it could not read. */
const quotesItsInput = (error: Error): boolean => 'query' in error || error instanceof SyntaxError;

/** The names along a chain of causes; a message only where it cannot hold what a user typed. */
export const describeError = (error: unknown): string[] => {
  const chain: string[] = [];

  for (let current = error; current instanceof Error; current = current.cause) {
    chain.push(quotesItsInput(current) ? current.name : `${current.name}: ${current.message}`);
  }

  return chain;
};
