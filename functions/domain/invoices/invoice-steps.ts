import { type ProgressStep, pendingStep } from '#shared/contract/invoices.ts';

export type StepName = ProgressStep['name'];

const change = (
  steps: readonly ProgressStep[],
  name: StepName,
  edit: (step: ProgressStep) => ProgressStep,
): ProgressStep[] => steps.map((step) => (step.name === name ? edit(step) : step));

export const startStep = (steps: readonly ProgressStep[], name: StepName, now: Date): ProgressStep[] =>
  change(steps, name, () => ({ ...pendingStep(name), status: 'in-progress', startedAt: now.toISOString() }));

export const completeStep = (steps: readonly ProgressStep[], name: StepName, now: Date): ProgressStep[] =>
  change(steps, name, (step) => ({ ...step, status: 'completed', finishedAt: now.toISOString() }));

export const failStep = (
  steps: readonly ProgressStep[],
  name: StepName,
  sentence: string,
  now: Date,
): ProgressStep[] =>
  change(steps, name, (step) => ({
    ...step,
    status: 'error',
    finishedAt: now.toISOString(),
    error: sentence,
  }));

/** Returns the steps for the next try: completed steps stay completed, the others are pending again. */
export const reopenSteps = (steps: readonly ProgressStep[]): ProgressStep[] =>
  steps.map((step) => (step.status === 'completed' ? step : pendingStep(step.name)));

export const isCompleted = (steps: readonly ProgressStep[], name: StepName): boolean =>
  steps.some((step) => step.name === name && step.status === 'completed');

/** Returns a job's steps so that one shows its error: the step that was reached, if no worker lived to note it. */
export const showError = (
  steps: readonly ProgressStep[],
  { error, updatedAt }: { error: string | null; updatedAt: Date },
): ProgressStep[] =>
  error === null || steps.some((step) => step.error === error)
    ? [...steps]
    : failStep(steps, reachedStep(steps), error, updatedAt);

/** Returns the step that a job has reached: its first one that is not completed. */
export const reachedStep = (steps: readonly ProgressStep[]): StepName =>
  steps.find((step) => step.status !== 'completed')?.name ?? 'Saving to Database';
