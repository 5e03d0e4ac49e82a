import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { BODY_BYTES_MAX, parseRequest } from '#functions/http/parse-request.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { findRoute } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';

const login = findRoute('auth.login');
const SENT = { identifier: 'zoë@example.com', password: 'A-password-1' };

const parseLogin = (event: Pick<APIGatewayProxyEventV2, 'isBase64Encoded'> & { body?: string }) =>
  parseRequest(login, event as APIGatewayProxyEventV2);

const parseBytes = (bytes: Buffer) => parseLogin({ body: bytes.toString('base64'), isBase64Encoded: true });

describe('a body that arrives in base64, as API Gateway sends an unknown content type', () => {
  it('a body in base64 is read as JSON, with or without a byte order mark', () => {
    const parsed = { body: { ...SENT, rememberMe: false } };

    expect(parseBytes(Buffer.from(JSON.stringify(SENT)))).toEqual(parsed);
    expect(parseBytes(Buffer.from(`\uFEFF${JSON.stringify(SENT)}`))).toEqual(parsed);
  });

  it('a body in base64 that is not UTF-8 is refused, not read with wrong letters', () => {
    expect(() => parseBytes(Buffer.from(JSON.stringify(SENT), 'latin1'))).toThrow(
      'The request body is not valid JSON.',
    );
  });

  it('the size limit of a body in base64 counts the decoded bytes', () => {
    const padded = (bytes: number) => Buffer.from(JSON.stringify(SENT).padEnd(bytes));

    expect(() => parseBytes(padded(BODY_BYTES_MAX - 1))).not.toThrow();
    expect(() => parseBytes(padded(BODY_BYTES_MAX + 1))).toThrow('The request is too large.');
  });
});

describe.each([
  ['no body', undefined, 'Email address or OW number is required'],
  ['null', 'null', 'The request must be a JSON object'],
  ['a list', '[]', 'The request must be a JSON object'],
  ['a text', '"x"', 'The request must be a JSON object'],
  ['a body that is cut off', '{"identifier":', 'The request body is not valid JSON.'],
])('a request body: %s', (_, body, sentence) => {
  it('a body that is no JSON object is refused with a sentence', () => {
    expect(() => parseLogin({ ...(body !== undefined && { body }), isBase64Encoded: false })).toThrow(
      sentence,
    );
  });
});

it.each(['1.0', '0x1', '1e0', ' 1', '+1', '-1', '0', '٣', '\0', '%', '', '9007199254740993', '1e21'])(
  'an id written as %j is refused',
  (id) => {
    const event = { pathParameters: { id } } as unknown as APIGatewayProxyEventV2;

    expect(() => parseRequest(findRoute('invoices.cancel'), event)).toThrow(/^Id must be /);
  },
);

it.each(['1000001', '1e15', '9007199254740991', '0', '1,2'])('page %s of a list is refused', (page) => {
  const event = { queryStringParameters: { page } } as unknown as APIGatewayProxyEventV2;

  expect(() => parseRequest(findRoute('users.list'), event)).toThrow(/^Page must be /);
});

describe('a request with 600 faults', () => {
  const line = { description: 1, amount: 'planted', quantity: 'planted' };
  const body = JSON.stringify({ userId: 1, lineItems: Array.from({ length: 200 }, () => line) });
  const refuse = () => {
    try {
      return parseRequest(findRoute('invoices.create'), { body } as APIGatewayProxyEventV2);
    } catch (error) {
      return error;
    }
  };

  it('a request with 600 faults is answered with the first 50', () => {
    const refusal = refuse();

    expect(refusal).toBeInstanceOf(AppError);
    expect(Object.keys((refusal as AppError).fields ?? {})).toHaveLength(50);
  });

  it('a request with 600 faults is logged by the places and codes of the first ten, without sent values', () => {
    const [, cause] = describeError(refuse());

    expect(cause).toMatch(
      /^ZodError: lineItems\.0\.description invalid_type, (lineItems\.\d\.\w+ invalid_type, ){9}590 more$/,
    );
  });
});
