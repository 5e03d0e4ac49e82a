import { once } from 'node:events';
import { type IncomingMessage, request as startRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpRequest } from '../http/http-server.ts';
import type { FunctionsProcesses } from './functions-processes.ts';

/** Pause before a request is repeated. Less time passes until a killed process is noticed and replaced. */
const AGAIN_MS = 100;
const TRIES_MAX = 5;

const send = async (address: string, { method, url, headers, body }: HttpRequest): Promise<HttpAnswer> => {
  const sent = startRequest(`${address}${url.pathname}${url.search}`, {
    method,
    headers: { ...headers, connection: 'close' },
    agent: false,
  });
  sent.end(body);
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) {
    chunks.push(chunk);
  }
  const { connection, 'transfer-encoding': encoding, ...kept } = answer.headers;

  return {
    status: answer.statusCode ?? 502,
    headers: kept as Record<string, string | string[]>,
    body: Buffer.concat(chunks),
  };
};

const refuse = (status: number, message: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({ message }),
});

/** True if the request had no effect: nobody took it, or it only reads. */
const mayRepeat = (request: HttpRequest, error: unknown) =>
  request.method === 'GET' || (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED');

/** Answers with the functions, and waits for them while their process restarts. */
export const makeForward =
  (processes: Pick<FunctionsProcesses, 'address'>) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    for (let tries = 1; ; tries += 1) {
      const address = await processes.address();
      if (address === undefined) {
        return refuse(503, 'The handlers do not start. The terminal of npm run dev says why.');
      }

      try {
        return await send(address, request);
      } catch (error) {
        if (tries === TRIES_MAX || !mayRepeat(request, error)) {
          return refuse(502, 'The handlers ended in the middle of this request. Please try again.');
        }
      }
      await sleep(AGAIN_MS);
    }
  };
