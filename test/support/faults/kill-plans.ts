import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PROGRESS_STEPS, progressStep } from '#shared/contract/invoices.ts';

/** The folder in which a test plans where workers die, for workers in other processes. */
const FOLDER = 'TEST_KILLS_FOLDER';

const killPlan = z.object({
  step: z.enum(PROGRESS_STEPS),
  /** After the step was marked as begun, or after its work was done and before that was marked. */
  moment: z.enum(['begun', 'done']),
  /** Number of workers that die there. */
  times: z.number(),
  /** True if the message is lost, too. */
  isMessageLost: z.boolean(),
});
export type KillPlan = z.infer<typeof killPlan>;

export const useKillPlans = (folder: string): void => {
  process.env[FOLDER] = folder;
};

const placeOf = (key: string) => join(process.env[FOLDER] ?? '', key);
const killsOf = (key: string) => `${placeOf(key)}-kills`;

export const planKill = (key: string, plan: KillPlan): void =>
  writeFileSync(placeOf(key), JSON.stringify(plan));

/** Returns the times at which workers died with this job, in milliseconds since 1970. */
export const readKills = (key: string): number[] => {
  const place = killsOf(key);

  return existsSync(place) ? readFileSync(place, 'utf8').trim().split('\n').map(Number) : [];
};

/** Returns the plan of a job whose kills are not used up. */
export const findKill = (key: string): KillPlan | undefined => {
  if (process.env[FOLDER] === undefined || !existsSync(placeOf(key))) {
    return undefined;
  }
  const plan = killPlan.parse(JSON.parse(readFileSync(placeOf(key), 'utf8')));

  return plan.times > 0 ? plan : undefined;
};

/** Kills this process here, as the system would, if that is planned. */
export const dieIfPlanned = async (key: string, step: string | undefined, moment: string): Promise<void> => {
  const plan = findKill(key);
  if (plan?.step !== step || plan?.moment !== moment) {
    return;
  }

  writeFileSync(placeOf(key), JSON.stringify({ ...plan, times: plan.times - 1 }));
  appendFileSync(killsOf(key), `${Date.now()}\n`);
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
};

const steps = z.array(progressStep);

/** Returns the step that a job's progress shows as begun, and the one before it. */
export const findSteps = (progress: unknown) => {
  const begun = steps.parse(progress).findIndex(({ status }) => status === 'in-progress');

  return { begun: PROGRESS_STEPS[begun], before: PROGRESS_STEPS[begun - 1] };
};
