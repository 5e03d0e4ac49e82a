import type { HttpAnswer } from '#local/http/http-server.ts';

/** A refused field: https://developers.freshdesk.com/api/#error */
export interface FieldFault {
  field: string;
  message: string;
  code:
    | 'missing_field'
    | 'invalid_value'
    | 'duplicate_value'
    | 'datatype_mismatch'
    | 'invalid_field'
    | 'invalid_size';
  additional_info?: { user_id: number };
}

/** A refusal in Freshdesk's words; some have no body at all. */
export class FreshdeskError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body?: unknown, headers: Record<string, string> = {}) {
    super(`Freshdesk refuses with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

export const NO_CONTENT: HttpAnswer = { status: 204 };

export const toErrorAnswer = ({ status, body, headers }: FreshdeskError): HttpAnswer =>
  body === undefined ? { status, headers } : json(status, body, headers);

export const validationFailed = (...errors: FieldFault[]) =>
  new FreshdeskError(400, { description: 'Validation failed', errors });

/** Refuses a value that another record has; Freshdesk names that record. */
export const alreadyTaken = (faults: { field: string; userId: number }[]) =>
  new FreshdeskError(409, {
    description: 'Validation failed',
    errors: faults.map(({ field, userId }) => ({
      field,
      additional_info: { user_id: userId },
      message: 'It should be a unique value',
      code: 'duplicate_value',
    })),
  });

export const invalidValue = (field: string, message: string) =>
  validationFailed({ field, message, code: 'invalid_value' });

export const notFound = () => new FreshdeskError(404);

/** Refuses the wrong verb, or a change of a record that was deleted or marked as spam. */
export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new FreshdeskError(
    405,
    {
      message: `${method} method is not allowed. It should be one of these method(s): ${allowed.join(', ')}`,
    },
    { allow: allowed.join(', ') },
  );
