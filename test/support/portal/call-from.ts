import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { TestPortal } from './portal.ts';

/**
 * Posts JSON from a chosen address, which the portal takes from the connection as CloudFront does.
 * All addresses of 127.0.0.0/8 belong to this machine.
 */
export const postFrom = async (
  portal: Pick<TestPortal, 'url'>,
  address: string,
  path: string,
  body: unknown,
  { cookie }: { cookie?: string | undefined } = {},
) => {
  const sent = request(`${portal.url}${path}`, {
    method: 'POST',
    family: 4,
    localAddress: address,
    agent: false,
    headers: { origin: portal.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
  });
  sent.end(JSON.stringify(body));
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) {
    throw new Error('The portal did not answer');
  }

  const read: unknown = await json(answer);

  return {
    status: answer.statusCode,
    body: read as { message: string },
    retryAfterSeconds: Number(answer.headers['retry-after']),
    /** The cookies that the answer sets, in the form in which a browser returns them. */
    cookies: (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? ''),
  };
};
