import type { HttpAnswer } from '#local/http/http-server.ts';

/** Codes of SQS's older query protocol; its clients still read them from a header. */
const QUERY_CODES: Record<string, string> = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  UnsupportedOperation: 'AWS.SimpleQueueService.UnsupportedOperation',
};

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html */
export class QueueError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const invalidParameter = (message: string) => new QueueError('InvalidParameterValue', message);

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', ...headers },
  body: JSON.stringify(body),
});

export const toErrorAnswer = ({ code, message, status }: QueueError) =>
  json(
    status,
    { __type: `com.amazonaws.sqs#${code}`, message },
    { 'x-amzn-query-error': `${QUERY_CODES[code] ?? code};Sender` },
  );
