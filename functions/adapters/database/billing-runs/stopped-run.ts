/** The columns of a run whose job was given up: it waits for an administrator, with the reason. */
export const stopsRun = (error: string | null, now: Date) => ({
  state: 'stopped' as const,
  stopped_at: now.toISOString(),
  error,
});
