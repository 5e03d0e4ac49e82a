import type { HttpAnswer } from '#local/http/http-server.ts';

/**
 * The errors of SendEmail and GetAccount by name, with those that are common to all operations:
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors
 */
const STATUSES = {
  AccessDeniedException: 403,
  AccountSuspendedException: 400,
  BadRequestException: 400,
  InternalServiceErrorException: 500,
  LimitExceededException: 400,
  MailFromDomainNotVerifiedException: 400,
  MessageRejected: 400,
  MissingAuthenticationTokenException: 403,
  NotFoundException: 404,
  SendingPausedException: 400,
  SerializationException: 400,
  ServiceUnavailable: 503,
  ThrottlingException: 400,
  TooManyRequestsException: 429,
  UnknownOperationException: 404,
} as const;

export type SesErrorCode = keyof typeof STATUSES;

/** A refusal in the words of SES. */
export class SesError extends Error {
  readonly code: SesErrorCode;

  constructor(code: SesErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const badRequest = (message: string) => new SesError('BadRequestException', message);

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const toErrorAnswer = ({ code, message }: SesError): HttpAnswer =>
  json(STATUSES[code], { message }, { 'x-amzn-errortype': code });
