import { NodeHttpHandler } from '@smithy/node-http-handler';

/** Time limits of calls to an AWS service, in ms. */
export interface Patience {
  /** For a connection. */
  connectMs: number;
  /** For one call, from its first byte to the last byte of its answer. */
  callMs: number;
  /** Time that this invocation has left for its calls. */
  timeLeftMs(): number;
}

/** A user waits for the answer meanwhile, and the sweep sends any job that was not sent. */
export const QUEUE_PATIENCE = { connectMs: 1_000, callMs: 3_000 };

/**
 * No call waits for a socket: within a transaction it would wait for sockets held by calls that wait for that same
 * transaction to end.
 */
const SOCKETS = { maxSockets: Number.POSITIVE_INFINITY };

/**
 * A Lambda that was frozen finds its connections closed by the other side at its first call, which may be a write and
 * is then not sent again. So a connection that was unused for longer than this is dropped.
 */
const UNUSED_MS_MAX = 10_000;

/**
 * Sends the calls of an AWS client and ends each in time; the SDK's own limit only covers the time until the answer's
 * first byte.
 */
export const makeRequestHandler = ({ connectMs, callMs, timeLeftMs }: Patience) => {
  const connect = () =>
    new NodeHttpHandler({ connectionTimeout: connectMs, httpAgent: SOCKETS, httpsAgent: SOCKETS });
  let connections = connect();
  let calledAt = Date.now();

  const handle: NodeHttpHandler['handle'] = (request, options) => {
    // Calls in flight keep the old connections; the other side closes the rest.
    if (Date.now() - calledAt > UNUSED_MS_MAX) {
      connections = connect();
    }
    calledAt = Date.now();
    const abortSignal = AbortSignal.timeout(Math.min(callMs, timeLeftMs()));

    return connections.handle(request, { ...options, abortSignal });
  };

  return { metadata: connections.metadata, handle, destroy: () => connections.destroy() };
};
