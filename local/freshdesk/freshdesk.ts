import { type HttpAnswer, type HttpRequest, startHttpServer } from '../http/http-server.ts';
import { startAgentDesk } from './agent-desk.ts';
import { startAttachmentHost } from './attachment-host.ts';
import { requireApiKey } from './authorization.ts';
import type { FreshdeskContext } from './context.ts';
import { FreshdeskError, toErrorAnswer } from './errors.ts';
import { makeFaults } from './faults.ts';
import { ensureGroups } from './group-operations.ts';
import { defineOperations, type FreshdeskOperation, matchOperation } from './operations.ts';
import { GROWTH_PLAN, makeRateLimiter, type PlanLimits } from './rate-limit.ts';
import { openRecordStore } from './records.ts';

interface FreshdeskOptions {
  /** Folder of contacts, tickets and files, which survive a restart. */
  folder: string;
  apiKey: string;
  groups?: readonly string[];
  /** Call limits of the plan; those of the Growth plan by default. */
  limits?: PlanLimits;
  noteDirection?: FreshdeskContext['noteDirection'];
  now?: () => Date;
  port?: number;
  agentPort?: number;
}

type CallDelay = (call: Pick<HttpRequest, 'isNewConnection' | 'signal'>) => Promise<unknown>;

/**
 * Starts a server for the calls of Freshdesk's API v2 (https://developers.freshdesk.com/api/) that the portal makes,
 * with the limits of a plan, and a page for the agents.
 */
export const startFreshdesk = async (options: FreshdeskOptions) => {
  const { apiKey, port, now = () => new Date() } = options;
  const store = openRecordStore(options.folder);
  const attachmentHost = await startAttachmentHost(store, now);
  const context: FreshdeskContext = {
    store,
    now,
    noteDirection: options.noteDirection ?? 'as-sent',
    signUrl: attachmentHost.signUrl,
    inlineUrl: attachmentHost.inlineUrl,
  };
  ensureGroups(context, options.groups ?? []);

  const operations = defineOperations(context);
  const limiter = makeRateLimiter(now, options.limits ?? GROWTH_PLAN);
  const faults = makeFaults();
  const calls: FreshdeskOperation[] = [];
  let comeIn: CallDelay = async () => {};

  const answer = async (request: HttpRequest): Promise<HttpAnswer | undefined> => {
    const { operation, id } = matchOperation(request);
    calls.push(operation);
    await comeIn(request);
    requireApiKey(request, apiKey);
    requireJsonAccepted(request);
    const headers = limiter.take(operation, request);

    const work = async () => {
      const result = await attempt(() => operations[operation](request, id));
      return { ...result, headers: { ...headers, ...result.headers } };
    };
    return faults.run(operation, request, work);
  };

  const server = await startHttpServer((request) => attempt(() => answer(request)), port);
  const agentDesk = await startAgentDesk(context, options.agentPort);

  return {
    url: server.url,
    /** A separate origin with the bytes of attachments. */
    attachmentsUrl: attachmentHost.url,
    /** The agents' page, to read and answer tickets. */
    agentUrl: agentDesk.url,
    context,
    failNext: faults.failNext,
    setOutage: faults.setOutage,
    setLimits: limiter.set,
    /**
     * Delays each call by this before it is processed, for example by the duration of a remote call; a call on a new
     * connection also takes its handshake.
     */
    delayCalls: (wait: CallDelay) => {
      comeIn = wait;
    },
    /** Delays each file by this before its bytes are sent. */
    delayFiles: attachmentHost.delayFiles,
    /** All calls so far, including refused ones. */
    listCalls: (): readonly FreshdeskOperation[] => calls,
    close: async () => {
      await Promise.all([server.close(), agentDesk.close(), attachmentHost.close()]);
    },
  };
};

/** Turns a refusal into an answer. */
const attempt = async <T extends HttpAnswer | undefined>(
  work: () => T | Promise<T>,
): Promise<T | HttpAnswer> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FreshdeskError) {
      return toErrorAnswer(error);
    }
    throw error;
  }
};

const requireJsonAccepted = ({ headers }: HttpRequest) => {
  const accepted = headers.accept ?? '*/*';
  if (!/(application\/json|\*\/\*)/.test(accepted)) {
    throw new FreshdeskError(406);
  }
};
