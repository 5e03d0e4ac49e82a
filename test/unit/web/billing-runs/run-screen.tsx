import { act, fireEvent, screen } from '@testing-library/react';
import type { BillingRun, BillingRunLines } from '#shared/contract/billing-runs.ts';
import { billingRunOf, runLinesOf } from '#test/support/billing-runs/billing-run.ts';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { BILLING_DIALOGS } from '#web/features/billing-runs/billing-dialogs.ts';
import { RunView } from '#web/features/billing-runs/run-view.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { WithDialogs } from '../with-dialogs.tsx';

export const RUN = 'GET /api/admin/billing-runs/7';
export const EXCLUDE = 'PATCH /api/admin/billing-runs/7/lines';
export const START = 'POST /api/admin/billing-runs/7/start';
export const DRAFT = 'POST /api/admin/billing-runs';

export const plain = (text: string | null | undefined) => text?.replace(/\s/g, ' ');

export const pressKey = (key: string) =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  });

/** Presses a button once it is there: the code of a dialog loads when it opens. */
export const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};

interface Shown {
  run?: BillingRun;
  /** The view that the address names. */
  view?: string;
  lines?: BillingRunLines;
  answers?: Answers;
}

/** Shows a run, with the dialog of the address over it. */
export const showRun = async ({ run = billingRunOf(), view = 'all', lines, answers }: Shown = {}) => {
  const group = view === 'all' ? '' : `group=${view}&`;
  const browser = await openBrowser(
    {
      [RUN]: () => json(run),
      [`GET /api/admin/billing-runs/7/lines?${group}page=1`]: () => json(lines ?? runLinesOf([])),
      ...answers,
    },
    '/admin?section=billing-run&run=7',
  );
  await act(async () =>
    browser.show(
      <WithDialogs table={BILLING_DIALOGS}>
        <RunView runId={7} lines={view} search={undefined} page={1} onSearch={() => undefined} />
        <Toaster />
      </WithDialogs>,
    ),
  );
  await screen.findByRole('heading', { name: 'December 2026' });

  return {
    ...browser,
    bodiesOf: (wanted: string) =>
      browser.sent.filter(({ route }) => route === wanted).map(({ body }) => body),
  };
};
