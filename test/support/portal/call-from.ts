import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TestPortal } from './portal.ts';

export interface CallOptions {
  cookie?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer with its body, parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape.
  body: any;
}

/** Undoes the content encoding of a body. */
export const unpack = (body: Uint8Array, encoding: unknown): Buffer => {
  if (encoding === 'br') {
    return brotliDecompressSync(body);
  }

  return encoding === 'gzip' ? gunzipSync(body) : Buffer.from(body);
};

/** Keeps connections open, each for calls from one address. */
const agent = new Agent({ keepAlive: true });

const readAnswer = async (received: IncomingMessage): Promise<Answer> => {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(received.headersDistinct)) {
    for (const value of values) {
      headers.append(name, value);
    }
  }
  const bytes = unpack(await buffer(received), headers.get('content-encoding'));
  const isJson = headers.get('content-type')?.includes('json');

  return {
    status: received.statusCode ?? 0,
    headers,
    body: isJson ? JSON.parse(bytes.toString()) : new Uint8Array(bytes),
  };
};

/**
 * Makes the calls of one address, which the portal takes from the connection as CloudFront does. On Linux all addresses
 * of 127.0.0.0/8 belong to the machine.
 */
export const makeCalls = (origin: string, address = '127.0.0.1') => {
  const call = async (
    method: string,
    path: string,
    { cookie, body, headers }: CallOptions = {},
  ): Promise<Answer> => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const sent = request(`${origin}${path}`, {
      method,
      agent,
      family: 4,
      localAddress: address,
      headers: {
        ...(method !== 'GET' && { origin }),
        // Node sends the body of a DELETE without its length unless it is given.
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
        ...(cookie && { cookie }),
        ...headers,
      },
    });
    sent.end(text);
    const [received]: IncomingMessage[] = await once(sent, 'response');
    if (!received) {
      throw new Error('The portal did not answer');
    }

    return readAnswer(received);
  };

  return {
    call,
    /** Signs in and returns the session cookie. */
    signIn: async (identifier: string, password: string): Promise<string> => {
      const answer = await call('POST', '/api/login', { body: { identifier, password } });
      if (answer.status !== 200) {
        throw new Error(`Signing in answered ${answer.status}: ${answer.body.message}`);
      }

      return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    },
  };
};

/** Posts JSON from a chosen address. */
export const postFrom = async (
  portal: Pick<TestPortal, 'url'>,
  address: string,
  path: string,
  body: unknown,
  { cookie }: { cookie?: string | undefined } = {},
) => {
  const { headers, ...answer } = await makeCalls(portal.url, address).call('POST', path, { body, cookie });

  return {
    ...answer,
    retryAfterSeconds: Number(headers.get('retry-after') ?? Number.NaN),
    /** The cookies that the answer sets, in the form in which a browser returns them. */
    cookies: headers.getSetCookie().map((line) => line.split(';')[0] ?? ''),
  };
};
