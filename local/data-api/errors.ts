import type { HttpAnswer } from '#local/http/http-server.ts';

/**
 * A refusal of the Data API, with the service's own name and HTTP status for it
 * (https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/CommonErrors.html and each operation's page).
 */
export class DataApiError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

export const invalid = (message: string) => new DataApiError('ValidationException', message);

export const unsupportedResult = (message: string) => new DataApiError('UnsupportedResultException', message);

export const statementTimeout = () => new DataApiError('StatementTimeoutException', 'Request timed out');

export const toErrorAnswer = (error: DataApiError): HttpAnswer => ({
  status: error.status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': error.name },
  body: JSON.stringify({ message: error.message }),
});

type SqlFault = Error & { severity: string; code: string; hint?: string; position?: string };

const isSqlFault = (error: unknown): error is SqlFault =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';

const QUERY_CANCELED = '57014';

/**
 * Words a fault of PostgreSQL as Aurora does: "ERROR: …; Hint: …; Position: 15; SQLState: 42P01". Aurora Serverless v2
 * leaves out the detail, which names the key of a duplicate (seen in
 * https://github.com/cloud-utils/aurora-data-api/issues/53). Returns undefined for other errors.
 */
export const readSqlFault = (error: unknown): DataApiError | undefined => {
  if (!isSqlFault(error)) {
    return undefined;
  }
  if (error.code === QUERY_CANCELED) {
    return statementTimeout();
  }

  const parts = [`${error.severity}: ${error.message}`];
  if (error.hint) {
    parts.push(`Hint: ${error.hint}`);
  }
  if (error.position) {
    parts.push(`Position: ${error.position}`);
  }
  parts.push(`SQLState: ${error.code}`);

  return new DataApiError('DatabaseErrorException', parts.join('; '));
};
