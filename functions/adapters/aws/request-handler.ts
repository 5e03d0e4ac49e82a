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
const AGENT = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };

/** Sends the calls of an AWS client and gives each up in time; the SDK's own limit ends with the answer's first byte. */
export class PatientRequestHandler extends NodeHttpHandler {
  private readonly patience: Patience;

  constructor(patience: Patience) {
    super({ connectionTimeout: patience.connectMs, httpAgent: AGENT, httpsAgent: AGENT });
    this.patience = patience;
  }

  override handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const { callMs, timeLeftMs } = this.patience;
    const abortSignal = AbortSignal.timeout(Math.min(callMs, timeLeftMs()));

    return super.handle(request, { ...options, abortSignal });
  }
}
