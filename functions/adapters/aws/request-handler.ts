import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
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
const SOCKETS = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };

/**
 * A Lambda that was frozen finds its connections closed by the other side, at its first call, which may be a write and
 * is then not sent again. So a connection that was not used for so long is not used any more.
 */
const UNUSED_MS_MAX = 10_000;

/** Sends the calls of an AWS client and gives each up in time; the SDK's own limit ends with the answer's first byte. */
export class PatientRequestHandler extends NodeHttpHandler {
  private readonly patience: Patience;
  private readonly agents: [HttpAgent, HttpsAgent];
  private calledAt = Date.now();

  constructor(patience: Patience) {
    const httpAgent = new HttpAgent(SOCKETS);
    const httpsAgent = new HttpsAgent(SOCKETS);
    super({ connectionTimeout: patience.connectMs, httpAgent, httpsAgent });
    this.patience = patience;
    this.agents = [httpAgent, httpsAgent];
  }

  override handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const { callMs, timeLeftMs } = this.patience;
    if (Date.now() - this.calledAt > UNUSED_MS_MAX) this.closeUnused();
    this.calledAt = Date.now();
    const abortSignal = AbortSignal.timeout(Math.min(callMs, timeLeftMs()));

    return super.handle(request, { ...options, abortSignal });
  }

  private closeUnused(): void {
    for (const { freeSockets } of this.agents) {
      for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
    }
  }
}
