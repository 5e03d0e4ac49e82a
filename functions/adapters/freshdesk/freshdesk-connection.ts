import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { gunzipSync } from 'node:zlib';

export interface FreshdeskAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Sending {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

/** A call without a whole answer. */
export class BrokenConnectionError extends Error {
  /** True if the call went over a connection that another call had opened. */
  readonly isReused: boolean;
  readonly isTimeout: boolean;

  constructor(cause: unknown, { isReused, isTimeout }: { isReused: boolean; isTimeout: boolean }) {
    super('The connection broke', { cause });
    this.isReused = isReused;
    this.isTimeout = isTimeout;
  }
}

const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);

  return (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
};

/**
 * Opens a connection to a Freshdesk account, whose handshake only the first call pays. A call that finds another one
 * running opens a connection of its own. A call is never sent a second time.
 */
export const openConnection = (url: string) => {
  const isTls = new URL(url).protocol === 'https:';
  const agent = isTls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const begin = isTls ? requestHttps : requestHttp;

  return {
    url,

    send: (address: URL, { method, headers, body, signal }: Sending): Promise<FreshdeskAnswer> =>
      new Promise((resolve, reject) => {
        const request = begin(address, {
          agent,
          method,
          headers: {
            ...headers,
            'accept-encoding': 'gzip',
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          },
          signal,
        });
        const fail = (cause: unknown) =>
          reject(
            new BrokenConnectionError(cause, { isReused: request.reusedSocket, isTimeout: signal.aborted }),
          );
        request.on('error', fail);
        request.on('response', (response) => {
          readText(response).then(
            (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
            fail,
          );
        });
        request.end(body);
      }),

    close: () => agent.destroy(),
  };
};

export type FreshdeskConnection = ReturnType<typeof openConnection>;
