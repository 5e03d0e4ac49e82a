/** Without these a call answers as before, each for its reason; what it left undone is logged and made up for. */
const NOT_MISSED: readonly RegExp[] = [
  // What follows an answer that stands already: the sweep sends what was not sent.
  /^handlers\/.*: sqs:SendMessage on /,
  // The cookie is cleared in any case, and the row of the session ends when its time is over.
  /^handlers\/auth\/logout: (rds-data:ExecuteStatement|secretsmanager:GetSecretValue)/,
  // The refusal that rolls back is answered all the same, and the Data API ends what is left open.
  /: rds-data:RollbackTransaction on /,
  // The next run sends or asks again.
  /^jobs\/(job-sweep|helpdesk-refresh): sqs:SendMessage on /,
  /^jobs\/helpdesk-refresh: secretsmanager:GetSecretValue .*:SecretsHelpdeskKey/,
];

export const isFollowUp = (grant: string): boolean => NOT_MISSED.some((pattern) => pattern.test(grant));

/** What no call of the list reaches, each with its reason. */
const OUT_OF_REACH: readonly RegExp[] = [
  // Rolls back only when the row changes, or the database fails, within the milliseconds of the call.
  /^(handlers\/auth\/login|handlers\/tickets\/close|jobs\/migrate): rds-data:RollbackTransaction/,
  // Sent while the helpdesk is down, or when one more waits in the client's lane.
  /^(handlers\/tickets\/.*|jobs\/helpdesk-(message|copy)): sqs:SendMessage on .*helpdeskmessage/,
  // A client with a contact at the helpdesk, whose details an admin changes.
  /^handlers\/users\/update: sqs:SendMessage on .*helpdeskcontact/,
  // One kind's job at a time is started again; the others differ in the queue alone.
  /^(handlers\/jobs\/retry|jobs\/job-sweep): sqs:SendMessage on /,
  // A message that nobody could take to an end.
  /^jobs\/job-sweep: sqs:DeleteMessage on .*DeadLetters/,
  // Work that has something to say to the vendor: a message to send, a contact to change, a file to delete.
  /^jobs\/helpdesk-(message|contact): secretsmanager:GetSecretValue .*:SecretsHelpdeskKey/,
  /^jobs\/purge: secretsmanager:GetSecretValue .*:SecretsDriveCredentials/,
  // Of CDK's own function that calls migrate.
  /^jobs\/migrate: logs:\w+ on \*$/,
];

export const isOutOfReach = (grant: string): boolean => OUT_OF_REACH.some((pattern) => pattern.test(grant));
