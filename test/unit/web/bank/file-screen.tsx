import type { HistoryState } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { BankAccount, BankFiles as Listed } from '#shared/contract/bank/bank-files.ts';
import { BANK_DIALOGS } from '#web/features/bank/bank-dialogs.ts';
import { BankFiles } from '#web/features/bank/bank-files.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { WithDialogs } from '../with-dialogs.tsx';
import { stubRequests } from './stub-requests.ts';

export const FNB: BankAccount = {
  number: '62001234567',
  bank: 'FNB',
  bookFrom: '2026-11-01',
  suggestedBookFrom: '2026-11-01',
  readUntil: '2026-11-20',
};
export const CAPITEC: BankAccount = { ...FNB, number: '1050009999', bank: 'Capitec Business' };

export const TEXT = 'Date,Amount,Balance,Description\n2026/11/23,600.00,1600.00,OW10002\n';

const LIST = 'GET /api/admin/bank-files?page=1';
export const PREVIEW = 'POST /api/admin/bank-files/preview';
export const UPLOAD = 'POST /api/admin/bank-files';
export const UNIDENTIFIED = 'GET /api/admin/unidentified?page=1';

export const listOf = (change: Partial<Listed> = {}): Listed => ({
  files: [],
  total: 0,
  page: 1,
  accounts: [FNB],
  ...change,
});

/** Shows the bank's files; `previews` and `uploads` are the bodies that were sent, `keys` the keys of all requests with a file. */
export const showFiles = async (list: Listed, answers: Answers = {}, state: HistoryState = {}) => {
  const keys = stubRequests();
  const browser = await openBrowser({
    [LIST]: () => json(list),
    [UNIDENTIFIED]: () => json({ lines: [], total: 0, page: 1, sum: 0 }),
    ...answers,
  });
  await act(() => browser.router.navigate({ to: '.', state, replace: true }));
  await act(async () =>
    browser.show(
      <WithDialogs table={BANK_DIALOGS}>
        <BankFiles page={1} />
      </WithDialogs>,
    ),
  );
  const bodiesOf = (wanted: string) =>
    browser.sent.filter(({ route }) => route === wanted).map(({ body }) => body);

  return { ...browser, keys, previews: () => bodiesOf(PREVIEW), uploads: () => bodiesOf(UPLOAD) };
};

export const choose = (content = TEXT, name = 'november.csv') =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(/^Drop your bank's file here/), {
      target: { files: [new File([content], name)] },
    });
  });

export const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));

/** Answers each request with the next of these. */
export const inTurn = (...answers: (() => Response)[]) => {
  const left = [...answers];

  return () => (left.shift() ?? expect.unreachable('one request more than answers'))();
};

export const refusal =
  (code: string, message: string, details: object = {}) =>
  () =>
    json({ message, code, ...details }, 422);

export const lost = () => {
  throw new TypeError('no connection');
};
