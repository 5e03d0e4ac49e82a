import { MailFault, type MailFaultKind } from '#functions/ports/mailer.ts';

/**
 * SES's refusals by name, with our words for them: SES's own text names addresses, and is neither stored nor logged.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors
 */
const REFUSALS: Record<string, { kind: Exclude<MailFaultKind, 'lost'>; words: string }> = {
  AccessDeniedException: { kind: 'account', words: 'Amazon SES does not allow the portal this call.' },
  AccountSuspendedException: { kind: 'account', words: 'Amazon SES has suspended the account.' },
  BadRequestException: { kind: 'mail', words: 'Amazon SES takes no mail to this address, or in this form.' },
  ExpiredTokenException: { kind: 'account', words: 'Amazon SES does not accept the portal’s credentials.' },
  LimitExceededException: { kind: 'account', words: 'The quota at Amazon SES is used up.' },
  MailFromDomainNotVerifiedException: {
    kind: 'account',
    words: 'Amazon SES has not verified the MAIL FROM domain.',
  },
  MessageRejected: { kind: 'mail', words: 'Amazon SES rejects the content of this mail.' },
  NotFoundException: { kind: 'account', words: 'Amazon SES does not know the configuration set.' },
  SendingPausedException: { kind: 'account', words: 'Sending is paused at Amazon SES.' },
  ThrottlingException: { kind: 'account', words: 'Amazon SES takes no more mails at the moment.' },
  TooManyRequestsException: { kind: 'account', words: 'Amazon SES takes no more mails at the moment.' },
  UnrecognizedClientException: {
    kind: 'account',
    words: 'Amazon SES does not accept the portal’s credentials.',
  },
};

const NOT_VERIFIED = {
  kind: 'account',
  words: 'Amazon SES has not verified the sender, or the account may only mail to verified addresses.',
} as const;

/**
 * An unknown refusal is tried again and raises an alarm: if it concerned all mails and parked each, somebody would have
 * to start all of them again.
 */
const UNKNOWN = {
  kind: 'account',
  words: 'Amazon SES refused the call for a reason that the portal does not know.',
} as const;

/** SES uses one name for a rejected mail and for an unverified sender; only its text distinguishes them. */
const isOfIdentity = (name: string, text: string): boolean =>
  name === 'MessageRejected' && /^Email address is not verified/i.test(text);

const statusOf = (error: Error): number | undefined => {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: unknown } };

  return typeof $metadata?.httpStatusCode === 'number' ? $metadata.httpStatusCode : undefined;
};

/**
 * Names the fault of a call. If SES refused the mail, it took nothing; any other fault may have happened after SES took
 * the mail.
 */
export const readSesFault = (error: unknown): MailFault => {
  const status = error instanceof Error ? statusOf(error) : undefined;
  if (!(error instanceof Error) || status === undefined) {
    return new MailFault('lost', 'Amazon SES did not answer.');
  }
  if (status < 400 || status >= 500) {
    return new MailFault('lost', `Amazon SES gave no valid answer (${status}).`);
  }

  const { kind, words } = isOfIdentity(error.name, error.message)
    ? NOT_VERIFIED
    : (Object.hasOwn(REFUSALS, error.name) && REFUSALS[error.name]) || UNKNOWN;

  return new MailFault(kind, words);
};
