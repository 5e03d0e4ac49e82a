import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * How a vendor fails: `silent` takes the call and never answers; `half` sends half of the answer and no more; `cut`
 * sends half and resets the connection; `reset` resets the connection at once; `lost` does the work and resets the
 * connection instead of answering.
 */
export type Fault = 'silent' | 'half' | 'cut' | 'reset' | 'lost';

/** Passes the call on to the vendor with the same host, because a signature may cover it. */
const pass = async (target: string, { url = '/', method, headers }: IncomingMessage, body: Buffer) => {
  const sent = request(new URL(url, target), { method, headers, agent: false });
  sent.end(body);
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) {
    throw new Error('The vendor did not answer');
  }

  return { status: answer.statusCode ?? 500, headers: answer.headers, bytes: await buffer(answer) };
};

/** Starts a proxy in front of the vendor at `target` that passes everything on until a test makes it fail. */
export const startFaultyProxy = async (target: string) => {
  const calls: string[] = [];
  let connections = 0;
  let findFault: (path: string, body: string) => Fault | undefined = () => undefined;

  const answer = async (asked: IncomingMessage, response: ServerResponse) => {
    const path = asked.url ?? '/';
    calls.push(path);
    const body = await buffer(asked);
    const fault = findFault(path, body.toString());
    if (fault === 'silent') {
      return;
    }
    if (fault === 'reset') {
      return void asked.socket.resetAndDestroy();
    }

    const { status, headers, bytes } = await pass(target, asked, body);
    if (fault === 'lost') {
      return void asked.socket.resetAndDestroy();
    }

    const { connection: _, 'transfer-encoding': __, ...kept } = headers;
    response.writeHead(status, { ...kept, 'content-length': bytes.length });
    if (fault === 'half' || fault === 'cut') {
      response.write(bytes.subarray(0, bytes.length / 2), () => {
        if (fault === 'cut') {
          asked.socket.resetAndDestroy();
        }
      });
    } else {
      response.end(bytes);
    }
  };

  const server = createServer((asked, response) => {
    answer(asked, response).catch(() => asked.socket.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countConnections: () => connections,
    /** The called paths. */
    calls,
    /** Fails every call, or those of one path. */
    fail: (fault: Fault, only?: string) => {
      findFault = (path) => (only === undefined || path === only ? fault : undefined);
    },
    /** Fails the calls for which this finds a fault. */
    failWhere: (find: typeof findFault) => {
      findFault = find;
    },
    mend: () => {
      findFault = () => undefined;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;
