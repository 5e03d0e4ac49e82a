import type { Context } from 'aws-lambda';
import type { Capability } from '#shared/contract/route.ts';
import { type TaskName, tasks } from '#shared/tasks.ts';
import { makeLambdaContext } from './lambda-context.ts';

type TaskHandler = (event: unknown, context: Context) => Promise<unknown>;

const tasksThatRan = new Set<TaskName>();

const usesOf = (name: TaskName): readonly Capability[] => tasks[name].uses;

/** Runs a task of shared/tasks.ts in this process, as Lambda calls it. */
export const runTask = async (name: TaskName, event: unknown = {}): Promise<unknown> => {
  tasksThatRan.add(name);
  const module: { handler: TaskHandler } = await import(
    new URL(`../../functions/tasks/${name}.ts`, import.meta.url).href
  );

  return module.handler(event, makeLambdaContext(name, tasks[name].timeoutSeconds));
};

/** Closes the browser that the PDF task keeps open: killed with this process, it would leave its profile behind. */
export const closeChromium = async (): Promise<void> => {
  const hasPrinted = [...tasksThatRan].some((name) => usesOf(name).includes('pdfPrinter'));
  if (!hasPrinted) {
    return;
  }

  const { pdfPrinter } = await import('#functions/runtime/ports/pdf-printer-port.ts');
  await pdfPrinter.close();
};
