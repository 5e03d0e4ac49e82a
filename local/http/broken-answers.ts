import { once } from 'node:events';
import type { HttpAnswer, HttpRequest } from './http-server.ts';

/** Sends nothing until the caller has disconnected. */
export const hang = async ({ signal }: HttpRequest): Promise<undefined> => {
  if (!signal.aborted) {
    await once(signal, 'abort');
  }
};

/** Announces the length of the whole answer and closes the connection in the middle of it. */
export const cut = (answer: HttpAnswer): HttpAnswer => {
  const body = Buffer.from(answer.body ?? '');

  return {
    ...answer,
    headers: { ...answer.headers, 'content-length': String(body.length + 1), connection: 'close' },
    body: body.subarray(0, Math.ceil(body.length / 2)),
  };
};
