import { PROGRESS_STEPS, type ProgressStep } from '#shared/contract/invoices.ts';

export type StepName = (typeof PROGRESS_STEPS)[number];

export const pendingSteps = (): ProgressStep[] =>
  PROGRESS_STEPS.map((name) => ({ name, status: 'pending', startedAt: null, finishedAt: null, error: null }));

const change = (
  steps: readonly ProgressStep[],
  name: StepName,
  edit: (step: ProgressStep) => ProgressStep,
): ProgressStep[] => steps.map((step) => (step.name === name ? edit(step) : step));

export const startStep = (steps: readonly ProgressStep[], name: StepName, now: Date) =>
  change(steps, name, (step) => ({
    ...step,
    status: 'in-progress',
    startedAt: now.toISOString(),
    finishedAt: null,
    error: null,
  }));

export const completeStep = (steps: readonly ProgressStep[], name: StepName, now: Date) =>
  change(steps, name, (step) => ({ ...step, status: 'completed', finishedAt: now.toISOString() }));

/** Puts the error on the step that is under way, or on the first that is not completed. */
export const failCurrentStep = (steps: readonly ProgressStep[], sentence: string, now: Date) => {
  const current =
    steps.find((step) => step.status === 'in-progress') ?? steps.find((step) => step.status !== 'completed');

  return current
    ? change(steps, current.name, (step) => ({
        ...step,
        status: 'error',
        finishedAt: now.toISOString(),
        error: sentence,
      }))
    : [...steps];
};

export const isCompleted = (steps: readonly ProgressStep[], name: StepName): boolean =>
  steps.some((step) => step.name === name && step.status === 'completed');

export const currentStepName = (steps: readonly ProgressStep[]): StepName =>
  steps.find((step) => step.status === 'in-progress')?.name ?? PROGRESS_STEPS[0];
