import { join, relative } from 'node:path';
import { describeError } from '#functions/runtime/describe-error.ts';
import { loadEnvFile, printAddresses, readStartOptions } from './start/start-options.ts';
import { StartRefused } from './start/start-refused.ts';

/** Folders with the code of the functions. */
const WATCHED = ['functions', 'shared', 'local'];
/** Time within which changes of several files, for example by git, cause only one restart. */
const BURST_MS = 50;

loadEnvFile();

/** Returns a function that takes the path of each changed file, and restarts once for a burst of them. */
const restartAfterBurst = (restart: (files: readonly string[]) => void) => {
  const changed = new Set<string>();
  let burst: NodeJS.Timeout | undefined;

  const announce = (files: readonly string[]) => {
    const others = files.length > 1 ? ` and ${files.length - 1} more` : '';
    console.log(`${files[0]}${others}: the handlers and tasks start again.`);
    if (files.some((file) => file.startsWith('local'))) {
      console.log('The stand-ins go on as they are: end npm run dev and start it again to see them change.');
    }
  };

  return (path: string) => {
    changed.add(relative('.', path));
    clearTimeout(burst);
    burst = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      announce(files);
      restart(files);
    }, BURST_MS);
  };
};

const start = async () => {
  const options = readStartOptions('npm run dev');
  // Loaded only now, so that a wrong setting is reported at once and the log level applies to all modules.
  const [{ startPlatform }, front, processes, { makeForward }, { toListener }] = await Promise.all([
    import('./platform.ts'),
    import('./dev/vite-front.ts'),
    import('./dev/functions-processes.ts'),
    import('./dev/forward.ts'),
    import('./http/http-server.ts'),
  ]);

  const closers: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  const stop = async () => {
    if (!isStopping) {
      isStopping = true;
      for (const close of closers.splice(0).reverse()) {
        await close();
      }
    }
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const { door, freshdesk, ses, close } = await startPlatform({
    ...options,
    fill: async (standIns) => {
      console.log('Filling the portal with demo data …');
      const { fillPortal } = await import('./seed/fill.ts');

      return fillPortal(standIns.freshdesk.context, new Date());
    },
  });
  closers.push(close);

  const functions = processes.startFunctionsProcesses({
    ...process.env,
    // Node strips the types of a file only once, and not again at each restart.
    NODE_COMPILE_CACHE: join(options.dataFolder, 'dev/compiled'),
  });
  closers.push(functions.close);

  const vite = await front.startViteFront({
    server: door.server,
    origin: door.url,
    cacheFolder: join(options.dataFolder, 'dev/vite'),
    watch: { folders: WATCHED, onChange: restartAfterBurst(functions.restart) },
  });
  closers.push(vite.close);

  const forward = toListener(makeForward(functions));
  door.open((request, response) =>
    request.url?.startsWith('/api/') ? forward(request, response) : vite.listener(request, response),
  );

  printAddresses(door.url, freshdesk.agentUrl, ses.mailboxUrl);
};

start().catch((error) => {
  console.error(error instanceof StartRefused ? error.message : describeError(error).join('\n  caused by '));
  process.exit(1);
});
