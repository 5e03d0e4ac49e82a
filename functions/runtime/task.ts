import type { Context } from 'aws-lambda';
import * as z from 'zod';
import type { StoreName } from '#functions/ports/database/database.ts';
import type { GivenPorts, PortsOf } from '#functions/ports/ports.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import type { TaskName, TaskUsesOf } from '#shared/tasks.ts';
import { runInTime } from './deadline.ts';
import { describeError } from './describe-error.ts';
import { log } from './log.ts';

/** The figures of a task's log line: numbers, or groups of numbers. */
type Figures = Record<string, number | Record<string, number>>;

/** The arguments of a task. */
export interface TaskCall<Name extends TaskName, Store extends StoreName> {
  event: unknown;
  ports: PortsOf<TaskUsesOf<Name>, Store>;
  clock: () => Date;
  /** Adds figures, and what a restore must know, to the log line that reports the task as done or failed. */
  logFigures: (figures: Figures | RequestNote) => void;
}

/** Defines a whole task, as `endpoint` defines a whole route: its ports and its work, with one log line for each run. */
export const task =
  <Name extends TaskName, Store extends StoreName>(
    name: Name,
    ports: GivenPorts<TaskUsesOf<Name>, Store>,
    run: (call: TaskCall<Name, Store>) => Promise<void>,
  ) =>
  async (
    event: unknown,
    context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>,
  ): Promise<void> => {
    const startedAt = Date.now();
    const line = () => ({ requestId: context.awsRequestId, task: name, durationMs: Date.now() - startedAt });

    const figures: Figures | RequestNote = {};
    try {
      const logFigures: TaskCall<Name, Store>['logFigures'] = (more) => Object.assign(figures, more);
      const call = { event, ports, clock: () => new Date(), logFigures } as TaskCall<Name, Store>;
      await runInTime(context, () => run(call));
      log.info('task done', { ...line(), ...figures });
    } catch (error) {
      const causes = describeError(error);
      log.error('task failed', { ...line(), ...figures, causes });
      // Lambda prints every field of a thrown error, and a statement's parameters must not be among them.
      throw new Error(causes.join(' < '));
    }
  };

const queueEvent = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });

/** Returns the text of the one message of a queue's event: each queue delivers in batches of one. */
export const readBody = (event: unknown): string => queueEvent.parse(event).Records[0].body;

/** Returns the one message of a queue's event. */
export const readMessage = <Message extends z.ZodType>(schema: Message, event: unknown): z.output<Message> =>
  schema.parse(JSON.parse(readBody(event)));
