import type { Context } from 'aws-lambda';
import type { Capability } from '#shared/contract/route.ts';
import { type JobName, jobs } from '#shared/tasks.ts';
import { makeLambdaContext } from './lambda-context.ts';

type JobHandler = (event: unknown, context: Context) => Promise<unknown>;

const jobsThatRan = new Set<JobName>();

const usesOf = (name: JobName): readonly Capability[] => jobs[name].uses;

/** Runs a job of shared/tasks.ts in this process, as Lambda calls it. */
export const runJob = async (name: JobName, event: unknown = {}): Promise<unknown> => {
  jobsThatRan.add(name);
  const module: { handler: JobHandler } = await import(
    new URL(`../functions/tasks/${name}.ts`, import.meta.url).href
  );

  return module.handler(event, makeLambdaContext(name, jobs[name].timeoutSeconds));
};

/** Closes the browser that the PDF job keeps open: killed with this process, it would leave its profile behind. */
export const closeChromium = async (): Promise<void> => {
  const hasPrinted = [...jobsThatRan].some((name) => usesOf(name).includes('pdfPrinter'));
  if (!hasPrinted) {
    return;
  }

  const { pdfPrinter } = await import('#functions/runtime/ports/pdf-printer-port.ts');
  await pdfPrinter.close();
};
