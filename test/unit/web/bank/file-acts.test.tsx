// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { BANK_DIALOGS } from '#web/features/bank/bank-dialogs.ts';
import { FileNotes, FirstDay, TakeOpenFileBack } from '#web/features/bank/file-acts.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { WithDialogs } from '../with-dialogs.tsx';

const FILE = 'GET /api/admin/bank-files/7';
const CHANGE = 'PATCH /api/admin/bank-files/7';
const SAME = 'POST /api/admin/bank-files/7/same';
const TAKE_BACK = 'DELETE /api/admin/bank-files/7';

/** Shows an open file, with the dialog of the address over it. */
const showFile = async (file: BankFile, answers: Answers = {}, open = '') => {
  const browser = await openBrowser(
    { [FILE]: () => json(file), ...answers },
    `/admin?section=bank&file=7${open && `&open=${open}`}`,
  );
  await act(async () =>
    browser.show(
      <WithDialogs table={BANK_DIALOGS}>
        <TakeOpenFileBack fileId={7} />
        <FileNotes fileId={7} />
        <FirstDay fileId={7} />
      </WithDialogs>,
    ),
  );
  await screen.findByText(/booked from|were ignored|was ignored/);

  return browser;
};

/** Answers a write, after which the file is read as it is then. */
const writing = (before: BankFile, after: BankFile, write: string): Answers => {
  let file = before;

  return {
    [FILE]: () => json(file),
    [write]: () => {
      file = after;

      return json(after);
    },
  };
};

const openDialog = (name: string) => act(async () => fireEvent.click(screen.getByRole('link', { name })));
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it('an open file that was taken back leads to the list of files', async () => {
  const { router } = await showFile(bankFileOf(), { [TAKE_BACK]: () => new Response(null, { status: 204 }) });
  await openDialog('Take back november.csv');
  await screen.findByRole('alertdialog', { name: 'Take november.csv back?' });
  await press('Take it back');

  await waitFor(() => expect(router.history.location.href).toBe('/admin?section=bank'));
});

it('a file of which something was booked stays, and the answer says why', async () => {
  const message = 'A line of this file is booked. Open it again first.';
  await showFile(bankFileOf(), {
    [TAKE_BACK]: () => json({ code: 'has_bookings', message, current: bankFileOf() }, 409),
  });
  await openDialog('Take back november.csv');
  await screen.findByRole('alertdialog');
  await press('Take it back');

  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull();
});

it('a file that a job books cannot be taken back', async () => {
  await showFile(bankFileOf({ state: 'booking' }));

  expect(screen.getByRole('button', { name: 'Take back november.csv' })).toHaveProperty('disabled', true);
});

it('an open file counts what was ignored before its first day, which can be changed while nothing is booked', async () => {
  const before = bankFileOf({ counts: { ignored: 12, earlier: 12 } });
  const after = bankFileOf({ bookFrom: '2026-10-01' });
  const { sent } = await showFile(before, writing(before, after, CHANGE));
  expect(screen.getByText('12 lines before 1 November 2026 were ignored.')).toBeDefined();
  await openDialog('Change the first day');
  const day = await screen.findByLabelText(/^Book lines from/);
  expect(day).toHaveProperty('value', '2026-11-01');
  fireEvent.change(day, { target: { value: '2026-10-01' } });
  await press('Change the day');

  expect(await screen.findByText('Lines are booked from 1 October 2026.')).toBeDefined();
  expect(sent.find(({ route }) => route === CHANGE)?.body).toEqual({ bookFrom: '2026-10-01' });
});

it('a first day that the server refuses says so at its field, and what was typed stays', async () => {
  const sentence = 'Choose a day until tomorrow.';
  await showFile(bankFileOf(), {
    [CHANGE]: () => json({ code: 'unprocessable', message: sentence, fields: { bookFrom: sentence } }, 422),
  });
  await openDialog('Change the first day');
  const day = await screen.findByLabelText(/^Book lines from/);
  fireEvent.change(day, { target: { value: '2030-10-01' } });
  await press('Change the day');

  expect(await screen.findByText(sentence)).toBeDefined();
  expect(day).toHaveProperty('value', '2030-10-01');
});

it('a file with booked lines is not taken back, and its first day cannot be changed', async () => {
  await showFile(bankFileOf({ counts: { booked: 1 } }));

  expect(screen.getByText('Lines are booked from 1 November 2026.')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Change the first day' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Take back/ })).toBeNull();
});

it('lines that a file of another format may have brought are ignored together, after a question that counts them', async () => {
  const before = bankFileOf({ counts: { perhapsSame: 2 } });
  const after = bankFileOf({ counts: { certain: 0, ignored: 2 } });
  const { sent } = await showFile(before, writing(before, after, SAME));
  expect(screen.getByText('2 lines of this file may stand in a file of another format.')).toBeDefined();
  await openDialog('They are the same');
  const question = await screen.findByRole('alertdialog', { name: 'Are these 2 lines the same as before?' });
  expect(question.textContent).toContain('become ignored, and are not booked');
  expect(sent.some(({ route }) => route === SAME)).toBe(false);
  await press('They are the same');

  await waitFor(() => expect(screen.queryByText(/may stand in a file of another format/)).toBeNull());
  expect(sent.filter(({ route }) => route === SAME)).toHaveLength(1);
});

it('an open file says what was noted about it', async () => {
  await showFile(bankFileOf({ notes: ['Its closing balance is wrong.'] }));

  expect(screen.getByText('Its closing balance is wrong.')).toBeDefined();
});

it.each([
  ['the first day', 'first-day', { booked: 1 }, 'Lines of this file are booked, so the first day stays'],
  ['lines', 'same', {}, 'No open line of this file may stand in a file of another format'],
])('a link that changes %s of a file that does not allow it says why', async (_, act, counts, sentence) => {
  await showFile(bankFileOf({ counts }), {}, `bank-file.${act}:7`);

  expect(await screen.findByText(sentence)).toBeDefined();
});

it('a link that takes a file back that is gone says so', async () => {
  const message = 'File not found';
  await showFile(
    bankFileOf(),
    { 'GET /api/admin/bank-files/8': () => json({ code: 'not_found', message }, 404) },
    'bank-file.take-back:8',
  );

  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Back to the page' })).toBeDefined();
});
