interface Exception {
  reason: string;
  grant: RegExp;
}

/** Calls answer the same without these grants; the work left undone is logged and done later. */
const NOT_MISSED: readonly Exception[] = [
  {
    reason: 'follows an answer that stands already: the sweep sends what was not sent',
    grant:
      /^handlers\/(account\/(change-email|password|update|verification)|auth\/(login|passkey|register|second-step)|bank\/book-certain|billing-runs\/(continue|start)|factors\/(add-passkey|confirm-totp|delete-passkey|delete-totp|remove|renew-codes)|invoices\/(create|retry)|jobs\/retry|links\/(request-reset|reset|verify)|mails\/resend|tickets\/(create|reply|withdraw|withdraw-reply)|users\/(delete|send-reset|update)): sqs:SendMessage on /,
  },
  {
    reason: 'the cookie is cleared in any case, and the row of the session ends when its time is over',
    grant: /^handlers\/auth\/logout: (rds-data:ExecuteStatement|secretsmanager:GetSecretValue)/,
  },
];

/** Grants that no call of the list uses. */
const OUT_OF_REACH: readonly Exception[] = [
  {
    reason: 'only where the call refuses, a row changes, or the database fails within its milliseconds',
    grant: /: rds-data:RollbackTransaction on /,
  },
  {
    reason: 'the gate is the same code for all routes, and these public ones ask for no session',
    grant:
      /^handlers\/((auth\/options|invoices\/provider): (rds-data:ExecuteStatement|secretsmanager)|links\/(check-reset|check-verification|not-me|reset): .*:SecretsSessionKey)/,
  },
  {
    reason: 'only where a reading meets a message whose answer was lost',
    grant: /^handlers\/tickets\/conversations: rds-data:\w+Transaction/,
  },
  {
    reason: 'only where somebody has deleted the contact of the client at the helpdesk',
    grant:
      /^(handlers\/tickets\/(create|reply)|tasks\/helpdesk-message): rds-data:(Begin|Commit)Transaction on /,
  },
  {
    reason: 'only where an administrator with a verified address is told of it',
    grant: /^handlers\/links\/not-me: sqs:SendMessage on .*accountmailQueue/,
  },
  {
    reason: 'only where another job waits behind this one in its lane, as in a billing run',
    grant:
      /^(tasks\/(billing-run|invoice-pdf): sqs:SendMessage on .*invoicepdfQueue|tasks\/business-mail: sqs:SendMessage on .*businessmailQueue)/,
  },
  {
    reason: 'only where no other job of a billing run is queued before',
    grant: /^handlers\/billing-runs\/continue: sqs:SendMessage on .*billingrunQueue/,
  },
  {
    reason: 'only where the link confirms a changed address',
    grant: /^handlers\/links\/verify: sqs:SendMessage on .*accountmailQueue/,
  },
  {
    reason: 'Lambda itself writes the log and empties the queue: test/infra/grants.test.ts',
    grant:
      /: logs:(CreateLogStream|PutLogEvents) on |^tasks\/(account-mail|bank-booking|billing-run|business-mail|helpdesk-\w+|invoice-pdf|mail-events): sqs:(DeleteMessage|GetQueueAttributes|ReceiveMessage) on /,
  },
];

const findReason = (exceptions: readonly Exception[], described: string): string | undefined =>
  exceptions.find(({ grant }) => grant.test(described))?.reason;

/** Returns the reason why no call needs a grant; undefined if there is none. */
export const whyNotMissed = (grant: string): string | undefined => findReason(NOT_MISSED, grant);

/** Returns the reason why no call uses a grant; undefined if there is none. */
export const whyOutOfReach = (grant: string): string | undefined => findReason(OUT_OF_REACH, grant);
