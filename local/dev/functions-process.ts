import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { queueUrlSetting } from '#shared/job-kinds.ts';
import { makeFunctions } from '../aws/functions.ts';
import { runTask } from '../aws/run-task.ts';
import { type HttpRequest, startListener, toListener } from '../http/http-server.ts';
import { makeQuietWatch } from '../seed/demo-pdfs.ts';

/*
 * The handlers and tasks of `npm run dev`, in a process that ends when a file changes (functions-processes.ts). Its
 * environment holds the settings of the stand-ins; its arguments are the files that have changed since such a process was
 * last ready. It reports its address as soon as it answers there.
 */

/** Time limit of the wait for a moment without requests, in ms. */
const PATIENCE_MS = 10_000;

const { ORIGIN_VERIFY_SECRET = '' } = process.env;
const changed = process.argv.slice(2);

// A new migration arrives with the code that needs it.
if (changed.some((file) => /\bfunctions.database\b/.test(file))) {
  await runTask('migrate');
}

const functions = makeFunctions({
  originVerifySecret: ORIGIN_VERIFY_SECRET,
  queueUrl: (kind) => process.env[queueUrlSetting(kind)] ?? '',
});
const quiet = makeQuietWatch();

const printed = new Set<unknown>();
/** Prints the whole of an error, once; the line of the local server leaves out what a user may have typed. */
const printError = (error: unknown) => {
  if (!printed.has(error)) {
    printed.add(error);
    console.error(error);
  }
};

const answer = async (request: HttpRequest) => {
  quiet.onRequest();
  try {
    return await functions.answer(request);
  } catch (error) {
    printError(error);
    throw error;
  }
};
const { server, url } = await startListener(toListener(answer));

let isStopping = false;
/** Ends this process when its requests and tasks have ended. */
const stop = async () => {
  if (isStopping) {
    return;
  }
  isStopping = true;
  await Promise.all([new Promise((resolve) => server.close(resolve)), functions.close()]);
  process.exit();
};
process.on('SIGTERM', stop);
process.on('disconnect', stop);
// Ctrl-C reaches this process too; the one that started it decides when it ends.
process.on('SIGINT', () => undefined);

await functions.startTasks();
process.send?.({ url });

// Prints at once that a file does not compile, even if nobody calls its handler.
for (const file of changed.filter((one) => /\bfunctions\b.*\.ts$/.test(one) && existsSync(one))) {
  await import(pathToFileURL(file).href).catch(printError);
}
// The schedule counts from the start of this process, so frequent changes would put these tasks off without end.
quiet.onRequest();
await quiet.waitForQuiet(Date.now() + PATIENCE_MS);
for (const name of ['helpdesk-copy', 'job-sweep', 'health-check'] as const) {
  await runTask(name).catch(() => undefined);
}
