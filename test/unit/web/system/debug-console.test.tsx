// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DebugResult, KeptDebugResult } from '#shared/contract/debug.ts';
import { ConsolePanel } from '#web/features/debug/console-panel.tsx';
import { adminStatsQuery } from '#web/features/users/queries.ts';
import { dismissToast, useToasts } from '#web/lib/browser/toast.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

/** The hook reads the signed-in person from a guarded route, which does not exist here. */
vi.mock('#web/lib/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useUser: () => ({ User_Id: 1, User_Name: 'Thandeka', User_Surname: 'Nêl' }),
}));

const NBSP = '\u00A0';

const GOOD: DebugResult = {
  success: true,
  message: 'The cloud drive answers',
  error: null,
  results: {
    timestamp: '2026-11-21T21:10:05.000Z',
    tests: [
      {
        name: 'Service account',
        status: 'SUCCESS',
        result: 'Google accepts the key and gave a token.',
        error: null,
        durationMs: 340,
      },
    ],
  },
};

const BAD: DebugResult = {
  success: false,
  message: '2 of 3 tests failed',
  error: { message: 'Shared drive: It is not there.' },
  results: {
    timestamp: '2026-11-21T21:11:09.000Z',
    tests: [
      ...GOOD.results.tests,
      {
        name: 'Shared drive',
        status: 'FAILED',
        result: null,
        error: {
          message: 'It is not there.',
          code: 'notFound',
          status: 404,
          details: ['<img src=x onerror=alert(1)>'],
        },
        durationMs: 1234,
      },
      {
        name: 'Folder of the PDFs',
        status: 'FAILED',
        result: null,
        error: { message: 'Not tried', code: null, status: null, details: [] },
        durationMs: null,
      },
    ],
  },
};

const KEPT: KeptDebugResult[] = [
  {
    ...BAD,
    test: 'test-invoice-upload',
    who: 'Sipho Dlamini',
    when: BAD.results.timestamp,
    results: { ...BAD.results, timestamp: '2026-11-20T06:30:00.000Z' },
  },
  { ...GOOD, test: 'system', who: null, when: GOOD.results.timestamp },
];

const RUNS = [
  { label: 'Test cloud drive API', route: 'GET /api/debug/google-drive', title: 'Debug test failed' },
  {
    label: 'Test Invoice Upload',
    route: 'POST /api/debug/test-invoice-upload',
    title: 'Invoice upload test failed',
  },
  {
    label: 'Fix Invoice Permissions',
    route: 'POST /api/debug/fix-invoice-permissions',
    title: 'Fix invoice permissions failed',
  },
  { label: 'System check', route: 'POST /api/debug/system', title: 'System check failed' },
] as const;
const [DRIVE] = RUNS;

const openConsole = async (answers: Answers = {}) => {
  const browser = await openBrowser({ 'GET /api/debug/results': () => json([]), ...answers });
  // The dashboard's health, which a run changes.
  browser.queryClient.setQueryData(adminStatsQuery.queryKey, {
    totalUsers: 1,
    newSignups: 0,
    activeUsers: 1,
    systemHealth: 'Good',
    healthCheckedAt: null,
  });
  const toasts = browser.use(useToasts);
  for (const { id } of toasts.current) {
    act(() => dismissToast(id));
  }
  const console = () => <ConsolePanel />;
  const { rerender, unmount } = browser.show(console());

  return { ...browser, toasts, console, rerender, unmount };
};

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const results = () => within(screen.getByRole('region', { name: 'Results' }));
const openToasts = (toasts: readonly { isOpen: boolean }[]) => toasts.filter(({ isOpen }) => isOpen);

beforeEach(() => {
  vi.restoreAllMocks();
});

it('the debug console has four buttons, and says before any run where results appear', async () => {
  await openConsole();

  for (const { label } of RUNS) {
    expect(button(label).disabled).toBe(false);
  }
  expect(results().getByText('Run a debug test to see detailed results here')).toBeTruthy();
});

describe('runs of the debug console', () => {
  it('a successful debug run shows its message, time and tests, and needs no toast', async () => {
    const { toasts, queryClient } = await openConsole({ [DRIVE.route]: () => json(GOOD) });
    press(DRIVE.label);

    expect(await results().findByText('Test cloud drive API: SUCCESS')).toBeTruthy();
    for (const text of [
      'The cloud drive answers',
      'Nov 21, 2026 23:10:05, run by Thandeka Nêl',
      'Service account',
      'SUCCESS',
      'Google accepts the key and gave a token.',
      '340 ms',
    ]) {
      expect(results().getByText(text)).toBeTruthy();
    }
    expect(results().queryByText('Raw error')).toBeNull();
    expect(openToasts(toasts.current)).toEqual([]);
    await waitFor(() =>
      expect(queryClient.getQueryState(adminStatsQuery.queryKey)?.isInvalidated).toBe(true),
    );
  });

  it('a failed debug run shows each error with code, status and details as text, and the raw error', async () => {
    await openConsole({ [DRIVE.route]: () => json(BAD) });
    press(DRIVE.label);

    expect(await results().findByText('Test cloud drive API: FAILED')).toBeTruthy();
    for (const text of [
      '2 of 3 tests failed',
      'It is not there.',
      'Code: notFound · Status: 404',
      '<img src=x onerror=alert(1)>',
      '1,2 s',
      'Not tried',
    ]) {
      expect(results().getByText(text)).toBeTruthy();
    }
    expect(results().getAllByText('FAILED')).toHaveLength(2);
    expect(document.querySelector('img')).toBeNull();
    const raw = document.querySelector('pre')?.textContent ?? '';
    expect(JSON.parse(raw)).toEqual({
      error: BAD.error,
      tests: BAD.results.tests.slice(1).map(({ name, error }) => ({ name, error })),
    });
  });

  it('the debug console announces the start and the end of a run to screen readers', async () => {
    const answer = Promise.withResolvers<Response>();
    await openConsole({ [DRIVE.route]: () => answer.promise });
    const spoken = () => document.querySelector('[aria-live=polite]:not(button)')?.textContent;
    press(DRIVE.label);
    await waitFor(() => expect(spoken()).toBe('Test cloud drive API is running'));
    answer.resolve(json(BAD));

    await waitFor(() => expect(spoken()).toBe('Test cloud drive API has ended: FAILED'));
  });

  it('only one debug run is possible at a time, also after the console was closed and reopened', async () => {
    const { unmount, show, console, sent } = await openConsole({
      [DRIVE.route]: () => new Promise(() => undefined),
    });
    press(DRIVE.label);
    await waitFor(() => expect(button(DRIVE.label).getAttribute('aria-busy')).toBe('true'));
    for (const { label } of RUNS) {
      expect(button(label).disabled).toBe(true);
    }
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Results' }));

    unmount();
    show(console());
    for (const { label } of RUNS) {
      expect(button(label).disabled).toBe(true);
      press(label);
    }
    expect(sent.filter(({ route }) => route !== 'GET /api/debug/results')).toHaveLength(1);
  });

  it.each(RUNS)("a failed debug run shows a toast '$title' with the message of its error", async (run) => {
    const { toasts } = await openConsole({ [run.route]: () => json(BAD) });
    press(run.label);

    await waitFor(() =>
      expect(toasts.current).toMatchObject([
        { title: run.title, description: 'Shared drive: It is not there.', tone: 'error' },
      ]),
    );
  });

  it("a refused debug run shows the server's sentence, and keeps the results", async () => {
    const message = 'Please wait a minute before you run another test.';
    const { toasts, queryClient } = await openConsole({ [DRIVE.route]: () => json({ message }, 429) });
    press(DRIVE.label);

    await waitFor(() =>
      expect(toasts.current).toMatchObject([{ title: DRIVE.title, description: message, tone: 'error' }]),
    );
    await waitFor(() => expect(button(DRIVE.label).disabled).toBe(false));
    expect(results().getByText('Run a debug test to see detailed results here')).toBeTruthy();
    expect(queryClient.getQueryState(adminStatsQuery.queryKey)?.isInvalidated).toBe(false);
  });

  it.each([
    ['an answer without a message', () => Promise.reject(new DOMException('', 'AbortError'))],
    ['a failure without an error', () => json({ ...BAD, error: null })],
  ])('a debug run that ends with %s shows "Unknown error occurred"', async (_, answer) => {
    const { toasts } = await openConsole({ [DRIVE.route]: answer });
    press(DRIVE.label);

    await waitFor(() =>
      expect(toasts.current).toMatchObject([
        { title: 'Debug test failed', description: 'Unknown error occurred' },
      ]),
    );
  });
});

describe('stored results in the debug console', () => {
  const KEPT_ANSWER = { 'GET /api/debug/results': () => json(KEPT) };
  const UPLOAD = 'Last result of Test Invoice Upload: FAILED by Sipho Dlamini, Nov 20, 2026 08:30';

  it('the debug console shows who ran each test last and when, and the result after a click', async () => {
    await openConsole(KEPT_ANSWER);
    const upload = await screen.findByRole('button', { name: UPLOAD });
    expect(
      button('Last result of System check: SUCCESS by a deleted account, Nov 21, 2026 23:10'),
    ).toBeTruthy();
    expect(screen.getAllByText('Not run yet')).toHaveLength(2);
    expect(results().getByText('Run a debug test to see detailed results here')).toBeTruthy();

    fireEvent.click(upload);
    expect(results().getByText('Test Invoice Upload: FAILED')).toBeTruthy();
    expect(results().getByText('Nov 20, 2026 08:30:00, run by Sipho Dlamini')).toBeTruthy();
    expect(upload.getAttribute('aria-pressed')).toBe('true');
  });

  it('a new debug run replaces the stored result of its test without loading the list again', async () => {
    const { sent } = await openConsole({
      ...KEPT_ANSWER,
      'POST /api/debug/test-invoice-upload': () => json(GOOD),
    });
    await screen.findByRole('button', { name: UPLOAD });
    press('Test Invoice Upload');

    const renewed = 'Last result of Test Invoice Upload: SUCCESS by Thandeka Nêl, Nov 21, 2026 23:10';
    expect(await screen.findByRole('button', { name: renewed })).toBeTruthy();
    expect(screen.queryByRole('button', { name: UPLOAD })).toBeNull();
    expect(button(/^Last result of System check/)).toBeTruthy();
    expect(sent.filter(({ route }) => route === 'GET /api/debug/results')).toHaveLength(1);
  });

  it('stored debug results stay unchanged if a run is refused', async () => {
    const answer = Promise.withResolvers<Response>();
    await openConsole({ ...KEPT_ANSWER, 'POST /api/debug/test-invoice-upload': () => answer.promise });
    fireEvent.click(await screen.findByRole('button', { name: UPLOAD }));
    press('Test Invoice Upload');

    expect(await results().findByText('Test Invoice Upload is running')).toBeTruthy();
    answer.resolve(json({ message: 'No.' }, 503));
    expect(await results().findByText('Test Invoice Upload: FAILED')).toBeTruthy();
    expect(button(UPLOAD)).toBeTruthy();
  });

  it('stored debug results are loaded at each opening, because another administrator may have run a test', async () => {
    let kept: KeptDebugResult[] = [];
    const { unmount, show, console } = await openConsole({ 'GET /api/debug/results': () => json(kept) });
    await waitFor(() => expect(screen.getAllByText('Not run yet')).toHaveLength(4));
    unmount();
    kept = KEPT;
    show(console());

    expect(await screen.findByRole('button', { name: UPLOAD })).toBeTruthy();
  });

  it('stored debug results that cannot be loaded show an error, and are loaded again after a run', async () => {
    let isDown = true;
    await openConsole({
      'GET /api/debug/results': () => (isDown ? json({ message: 'No database.' }, 503) : json(KEPT)),
      [DRIVE.route]: () => json(GOOD),
    });
    expect(await screen.findByText('The last results could not be read')).toBeTruthy();
    expect(screen.getByText('No database.')).toBeTruthy();
    isDown = false;
    press(DRIVE.label);

    expect(await screen.findByRole('button', { name: UPLOAD })).toBeTruthy();
    expect(screen.queryByText('No database.')).toBeNull();
  });
});

it('a debug run can be copied as the plain text that a support request needs', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openConsole({ [DRIVE.route]: () => json(BAD) });
  expect(screen.queryByRole('button', { name: 'Copy as text' })).toBeNull();
  press(DRIVE.label);
  fireEvent.click(await screen.findByRole('button', { name: 'Copy as text' }));

  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(writeText.mock.calls).toEqual([
    [
      [
        'System Debug Console: Test cloud drive API',
        'FAILED: 2 of 3 tests failed',
        'Time: Nov 21, 2026 23:11:09 (Africa/Johannesburg)',
        'Run by: Thandeka Nêl',
        '',
        `1. Service account: SUCCESS (340${NBSP}ms)`,
        '   Google accepts the key and gave a token.',
        `2. Shared drive: FAILED (1,2${NBSP}s)`,
        '   It is not there.',
        '   Code: notFound',
        '   Status: 404',
        '   <img src=x onerror=alert(1)>',
        '3. Folder of the PDFs: FAILED',
        '   Not tried',
      ].join('\n'),
    ],
  ]);
});
