import { NodeHttpHandler } from '@smithy/node-http-handler';

/** How long a service of AWS is waited for, in milliseconds. */
export interface Patience {
  /** For a connection. */
  connectMs: number;
  /** For one call, from its first byte to the last of its answer. */
  callMs: number;
  /** What this invocation still has for its calls. */
  timeLeftMs(): number;
}

/** Somebody waits for the answer meanwhile, and what was not sent is left to the sweep. */
export const QUEUE_PATIENCE = { connectMs: 1_000, callMs: 3_000 };

/**
 * No call waits for a socket: within a transaction it would wait for sockets that are held by calls which wait for that
 * very transaction to end.
 */
const SOCKETS = { maxSockets: Number.POSITIVE_INFINITY };

/**
 * A Lambda that was frozen finds its connections closed by the other side, at its first call, which may be a write and
 * is then not sent again. So a connection that was not used for so long is not used any more.
 */
const UNUSED_MS_MAX = 10_000;

/** Sends the calls of an AWS client and gives each up in time; the SDK's own limit ends with the answer's first byte. */
export const makeRequestHandler = ({ connectMs, callMs, timeLeftMs }: Patience) => {
  const connect = () =>
    new NodeHttpHandler({ connectionTimeout: connectMs, httpAgent: SOCKETS, httpsAgent: SOCKETS });
  let connections = connect();
  let calledAt = Date.now();

  const handle: NodeHttpHandler['handle'] = (request, options) => {
    // Calls that are still on their way keep the old connections; the other side closes the rest.
    if (Date.now() - calledAt > UNUSED_MS_MAX) {
      connections = connect();
    }
    calledAt = Date.now();
    const abortSignal = AbortSignal.timeout(Math.min(callMs, timeLeftMs()));

    return connections.handle(request, { ...options, abortSignal });
  };

  return { metadata: connections.metadata, handle, destroy: () => connections.destroy() };
};
