/** What follows an answer that stands already: its failure is logged, and a sweep sends what was not sent. */
const FOLLOW_UPS = [/^handlers\/.*: sqs:SendMessage on /];

export const isFollowUp = (grant: string): boolean => FOLLOW_UPS.some((pattern) => pattern.test(grant));

/** What no call of the run can reach, each with its reason. */
const OUT_OF_REACH: readonly RegExp[] = [
  // Rolls back only when a password is changed within the milliseconds of a sign-in.
  /^handlers\/auth\/login: rds-data:RollbackTransaction/,
];

export const isOutOfReach = (grant: string): boolean => OUT_OF_REACH.some((pattern) => pattern.test(grant));
