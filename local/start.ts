import { resolve } from 'node:path';
import { describeError } from '#functions/runtime/describe-error.ts';
import { buildWeb } from './start/build-web.ts';
import { loadEnvFile, printAddresses, readStartOptions } from './start/start-options.ts';
import { StartRefused } from './start/start-refused.ts';

loadEnvFile();

const readOptions = () => {
  const { WEB_DIR } = process.env;

  return {
    ...readStartOptions('npm start'),
    /** An already built site, which is served instead of building web/. */
    ...(WEB_DIR && { webFolder: resolve(WEB_DIR) }),
  };
};

const start = async () => {
  const options = readOptions();
  // Loaded only now, so that a wrong setting is reported at once and the log level applies to all modules.
  const [{ startPortal }, { fillPortal }, { makeQuietWatch, sendDemoPdfs }] = await Promise.all([
    import('./portal.ts'),
    import('./seed/fill.ts'),
    import('./seed/demo-pdfs.ts'),
  ]);
  const quiet = makeQuietWatch();
  let isFirst = false;

  let portal: Awaited<ReturnType<typeof startPortal>> | undefined;
  let isStopping = false;
  const stop = async () => {
    if (!isStopping) {
      isStopping = true;
      await portal?.close();
    }
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  [portal] = await Promise.all([
    startPortal({
      ...options,
      onRequest: quiet.onRequest,
      fill: ({ freshdesk }) => {
        isFirst = true;
        console.log('Filling the portal with demo data …');

        return fillPortal(freshdesk.context, new Date());
      },
    }),
    options.webFolder ? undefined : buildWeb(),
  ]);
  await portal.startTasks();
  // The first start takes long anyway because of the filling; this makes the first screens as quick as later ones.
  if (isFirst) {
    await portal.warm();
  }

  printAddresses(portal.url, portal.freshdesk.agentUrl, portal.ses.mailboxUrl);
  if (!isFirst) {
    await portal.warm();
  }
  // At their rates, the tickets would have no copy for a minute and the dashboard would show the health of the last run
  // for five; a failure is in the task's log line.
  await Promise.allSettled([portal.runTask('helpdesk-copy'), portal.runTask('health-check')]);
  if (isFirst) {
    await sendDemoPdfs(quiet.waitForQuiet).catch(() => undefined);
  }
};

start().catch((error) => {
  console.error(error instanceof StartRefused ? error.message : describeError(error).join('\n  caused by '));
  process.exit(1);
});
