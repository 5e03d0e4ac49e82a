// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Job } from '#shared/contract/jobs.ts';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { BackgroundJobs } from '#web/features/jobs/background-jobs.tsx';
import { json, openBrowser } from '../screen.tsx';

const failedJob = (id: number): Job => ({
  id,
  kind: 'invoice-pdf',
  about: {
    text: `Invoice INV-2026-00000${id}`,
    userId: 7,
    user: { id: 7, name: 'Naledi Mokoena', company: null, OWNumber: 'OW10002' },
  },
  state: 'failed',
  attempts: 75,
  error: 'The cloud drive storage is not answering.',
  unsent: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
});

it('retrying all jobs says that there are none if somebody else has started them', async () => {
  let failed = [failedJob(1), failedJob(2)];
  const { show } = await openBrowser({
    'GET /api/admin/jobs?state=failed': () => json(failed),
    'POST /api/admin/jobs/retry': () => {
      failed = [];
      return json({ started: 0 });
    },
  });
  show(
    <>
      <BackgroundJobs state="failed" onStateChange={() => undefined} />
      <Toaster />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Try all again: Invoice PDF' }));

  const title = await screen.findByText('No job to start again');
  expect(title.parentElement?.textContent).toBe(
    'No job to start againInvoice PDF: none has failed any more.',
  );
  expect(await screen.findByText('No failed jobs')).toBeTruthy();
});

it('a job names its client beside its subject, each with a link, and says how long ago it changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { show } = await openBrowser({ 'GET /api/admin/jobs?state=failed': () => json([failedJob(1)]) });
  show(<BackgroundJobs state="failed" onStateChange={() => undefined} />);

  const [subject] = await screen.findAllByRole('link', { name: 'Invoice INV-2026-000001' });
  const [client] = screen.getAllByRole('link', { name: 'Naledi Mokoena OW10002' });
  expect(subject?.getAttribute('href')).toBe('/admin?client=7&tab=invoices');
  expect(client?.getAttribute('href')).toBe('/admin?client=7');
  expect(screen.getAllByText('3 h ago')[0]?.closest('button')?.title).toBe('Nov 20, 2026 10:00');
});

it('a completed job whose mail was skipped reads Not sent with the reason, and not Completed', async () => {
  const skipped: Job = {
    ...failedJob(1),
    kind: 'business-mail',
    state: 'completed',
    error: null,
    unsent: 'The address is not verified',
  };
  const { show } = await openBrowser({ 'GET /api/admin/jobs?state=completed': () => json([skipped]) });
  show(<BackgroundJobs state="completed" onStateChange={() => undefined} />);

  expect(await screen.findAllByText('Not sent')).not.toHaveLength(0);
  expect(screen.getAllByText('The address is not verified')).not.toHaveLength(0);
  expect(screen.queryByText('Completed', { selector: '[class*=badge]' })).toBeNull();
});
