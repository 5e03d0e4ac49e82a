import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describeError } from '#functions/runtime/describe-error.ts';

const BODY_BYTES_MAX = 64 * 1024 * 1024;

export interface HttpRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Address of the connection's other end. */
  address: string;
  /** True for the first request of a connection. */
  isNewConnection: boolean;
  /** Aborts when the caller disconnects before the answer, and after the answer. */
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}

/** Returning `undefined` drops the connection without an answer, as a broken network does. */
export type HttpHandler = (request: HttpRequest) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>;

export interface HttpServer {
  url: string;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) {
      return undefined;
    }
    chunks.push(chunk);
  }

  return Buffer.concat(chunks);
};

/** The connections that have brought a request. */
const usedSockets = new WeakSet<Socket>();

const isFirstOf = (socket: Socket): boolean => {
  const isFirst = !usedSockets.has(socket);
  usedSockets.add(socket);

  return isFirst;
};

const answer = async (handler: HttpHandler, request: IncomingMessage, response: ServerResponse) => {
  const isNewConnection = isFirstOf(request.socket);
  const gone = new AbortController();
  response.on('close', () => gone.abort());

  const body = await readBody(request);
  if (!body) {
    response.writeHead(413, { connection: 'close' }).end();

    return;
  }

  const result = await handler({
    method: request.method ?? 'GET',
    url: new URL(`http://${request.headers.host ?? 'localhost'}${request.url}`),
    headers: request.headers,
    body,
    address: request.socket.remoteAddress ?? '',
    isNewConnection,
    signal: gone.signal,
  });
  if (result) {
    response.writeHead(result.status, result.headers).end(result.body);
  } else {
    request.socket.destroy();
  }
};

/** Returns a listener that answers with `handler`. A handler that throws is logged and answers 500. */
export const toListener =
  (handler: HttpHandler): RequestListener =>
  (request, response) => {
    answer(handler, request, response).catch((error) => {
      if (request.destroyed && !request.complete) {
        return;
      }
      // Without the query, which may hold a person's search terms.
      const path = request.url?.split('?', 1);
      console.error(`${request.method} ${path} failed in a local server:`, ...describeError(error));
      if (!response.headersSent) {
        response.writeHead(500);
      }
      response.end();
    });
  };

/**
 * Listens on 127.0.0.1, by default on a free port; a taken port rejects with Node's EADDRINUSE error. `close()` cuts
 * open connections.
 */
export const startListener = async (
  listener: RequestListener,
  port = 0,
): Promise<HttpServer & { server: Server }> => {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

/** Serves `handler` as `startListener` does. */
export const startHttpServer = (handler: HttpHandler, port?: number): Promise<HttpServer> =>
  startListener(toListener(handler), port);
