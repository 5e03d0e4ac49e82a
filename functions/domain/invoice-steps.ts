import { PROGRESS_STEPS, type ProgressStep } from '#shared/contract/invoices.ts';

export type StepName = (typeof PROGRESS_STEPS)[number];

const pending = { status: 'pending', startedAt: null, finishedAt: null, error: null } as const;

export const pendingSteps = (): ProgressStep[] => PROGRESS_STEPS.map((name) => ({ name, ...pending }));

const change = (
  steps: readonly ProgressStep[],
  name: StepName,
  edit: (step: ProgressStep) => ProgressStep,
): ProgressStep[] => steps.map((step) => (step.name === name ? edit(step) : step));

export const startStep = (steps: readonly ProgressStep[], name: StepName, now: Date): ProgressStep[] =>
  change(steps, name, () => ({ name, ...pending, status: 'in-progress', startedAt: now.toISOString() }));

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

/** The steps as the next try finds them: what was completed stays so, anything else is pending again. */
export const reopenSteps = (steps: readonly ProgressStep[]): ProgressStep[] =>
  steps.map((step) => (step.status === 'completed' ? step : { name: step.name, ...pending }));

export const isCompleted = (steps: readonly ProgressStep[], name: StepName): boolean =>
  steps.some((step) => step.name === name && step.status === 'completed');

/** How far a job came: its first step that is not completed. */
export const reachedStep = (steps: readonly ProgressStep[]): StepName =>
  steps.find((step) => step.status !== 'completed')?.name ?? 'Saving to Database';
