/** PDFs, and mails, of a run that are worked on at once, so that one that somebody waits for finds a free worker (D67). */
const LANES = 4;

const PREFIX = 'billing-run:';

/** Returns the lane of a client's PDFs and mails of a run. */
export const laneOfRun = (runId: number, userId: number): string => `${PREFIX}${runId}:${userId % LANES}`;

/** Returns all lanes of a run's PDFs and mails. */
export const lanesOfRun = (runId: number): string[] =>
  Array.from({ length: LANES }, (_, place) => laneOfRun(runId, place));

/** True for a job of a run's invoice. */
export const isLaneOfRun = (lane: string | null): boolean => lane?.startsWith(PREFIX) ?? false;
