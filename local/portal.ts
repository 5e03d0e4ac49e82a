import { fileURLToPath } from 'node:url';
import { type FunctionsOptions, makeFunctions } from './aws/functions.ts';
import { runTask } from './aws/run-task.ts';
import { makeSite } from './aws/site.ts';
import { type HttpAnswer, type HttpRequest, toListener } from './http/http-server.ts';
import { type PlatformOptions, startPlatform } from './platform.ts';

const BUILT_SITE = fileURLToPath(new URL('../dist/web', import.meta.url));

export interface PortalOptions
  extends PlatformOptions,
    Omit<FunctionsOptions, 'originVerifySecret' | 'queueUrl'> {
  /** The built site. */
  webFolder?: string;
  /** Called with every request when it arrives. */
  onRequest?: (request: HttpRequest) => void;
  /** Called with every answer before it is sent. */
  onAnswer?: (request: HttpRequest, answer: HttpAnswer) => void;
}

/** Starts the whole portal in this process: the platform, the functions that run on it, and the built site. */
export const startPortal = async (options: PortalOptions) => {
  const { door, originVerifySecret, close, ...standIns } = await startPlatform(options);
  const functions = makeFunctions({
    ...options,
    originVerifySecret,
    queueUrl: standIns.queue.queueUrl,
  });
  const site = makeSite(options.webFolder ?? BUILT_SITE);

  door.open(
    toListener(async (request) => {
      options.onRequest?.(request);
      const isForApi = request.url.pathname.startsWith('/api/');
      const answer = await (isForApi ? functions.answer(request) : site(request));
      options.onAnswer?.(request, answer);

      return answer;
    }),
  );

  return {
    ...standIns,
    url: door.url,
    runTask,
    warm: functions.warm,
    startTasks: functions.startTasks,
    close: async () => {
      await functions.close();
      await close();
    },
  };
};

export type Portal = Awaited<ReturnType<typeof startPortal>>;
