// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { BankAccount, BankFiles as Listed } from '#shared/contract/bank.ts';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { BankFiles } from '#web/features/bank/bank-files.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';

const FNB: BankAccount = {
  number: '62001234567',
  bank: 'FNB',
  bookFrom: '2026-11-01',
  suggestedBookFrom: '2026-11-01',
  readUntil: '2026-11-20',
};
const CAPITEC: BankAccount = { ...FNB, number: '1050009999', bank: 'Capitec Business' };

const TEXT = 'Date,Amount,Balance,Description\n2026/11/23,600.00,1600.00,OW10002\n';

/** Sends as the browser's does, through the answers of the test, and notes the key of each request. */
const stubRequests = () => {
  const keys: (string | undefined)[] = [];
  class Request {
    status = 0;
    statusText = '';
    responseText = '';
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => undefined;
    onerror = () => undefined;
    headers: Record<string, string> = {};
    sendTo = async (_body: string): Promise<void> => undefined;

    open(method: string, url: string) {
      this.sendTo = async (body) => {
        this.upload.onprogress?.({ loaded: 1, total: 1 });
        const answer = await fetch(url, { method, body });
        Object.assign(this, { status: answer.status, responseText: await answer.text() });
      };
    }

    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }

    getAllResponseHeaders() {
      return 'content-type: application/json\r\n';
    }

    send(body: string) {
      keys.push(this.headers['idempotency-key']);
      this.sendTo(body).then(
        () => this.onload(),
        () => this.onerror(),
      );
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);

  return keys;
};

const LIST = 'GET /api/admin/bank-files?page=1';
const UPLOAD = 'POST /api/admin/bank-files';
const UNIDENTIFIED = 'GET /api/admin/unidentified?page=1';

const listOf = (change: Partial<Listed> = {}): Listed => ({
  files: [],
  total: 0,
  page: 1,
  accounts: [FNB],
  ...change,
});

const showFiles = async (list: Listed, answers: Answers = {}) => {
  const keys = stubRequests();
  const browser = await openBrowser({
    [LIST]: () => json(list),
    [UNIDENTIFIED]: () => json({ lines: [], total: 0, page: 1, sum: 0 }),
    ...answers,
  });
  await act(async () => browser.show(<BankFiles page={1} />));
  const uploads = () => browser.sent.filter(({ route }) => route === UPLOAD).map(({ body }) => body);

  return { ...browser, keys, uploads };
};

const choose = (content = TEXT, name = 'november.csv') =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(/^Drop your bank's file here/), {
      target: { files: [new File([content], name)] },
    });
  });

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));

/** Answers each request with the next of these. */
const inTurn = (...answers: (() => Response)[]) => {
  const left = [...answers];

  return () => (left.shift() ?? expect.unreachable('one request more than answers'))();
};

const refusal =
  (code: string, message: string, details: object = {}) =>
  () =>
    json({ message, code, ...details }, 422);
const read = () => json(bankFileOf(), 201);

it('a chosen file is sent as it was decoded, and the file is opened at its lines to look at', async () => {
  const { router, uploads } = await showFiles(listOf(), { [UPLOAD]: read });
  await choose(`\uFEFF${TEXT}`);

  await waitFor(() => expect(router.history.location.href).toBe('/admin?section=bank&file=7'));
  expect(uploads()).toEqual([{ fileName: 'november.csv', text: TEXT }]);
});

it('a file that is dropped beside its place is read, too', async () => {
  const { uploads } = await showFiles(listOf());
  const transfer = { types: ['Files'], files: [new File([TEXT], 'november.csv')] };
  await act(async () => fireEvent.dragOver(document.body, { dataTransfer: transfer }));
  expect(screen.getByText('Drop the file to read it')).toBeDefined();
  await act(async () => fireEvent.drop(document.body, { dataTransfer: transfer }));

  await waitFor(() => expect(uploads()).toHaveLength(1));
});

it('a file that is no CSV is not sent, and another one can be chosen at once', async () => {
  const { uploads } = await showFiles(listOf(), { [UPLOAD]: read });
  await choose('%PDF-1.7');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This is a PDF. Please download CSV or OFX from your bank.',
  );
  expect(uploads()).toEqual([]);

  await choose();
  await waitFor(() => expect(uploads()).toHaveLength(1));
});

it('after a lost answer the same file is sent again with the same key, without choosing it again', async () => {
  const { keys, uploads } = await showFiles(listOf(), {
    [UPLOAD]: inTurn(() => {
      throw new TypeError('no connection');
    }, read),
  });
  await choose();
  expect((await screen.findByRole('alert')).textContent).toContain('The portal cannot be reached');
  await press('Try again');

  await waitFor(() => expect(uploads()).toHaveLength(2));
  expect(uploads()[1]).toEqual(uploads()[0]);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

it('the first file of an account is sent only with the day from which its lines are booked', async () => {
  const { uploads } = await showFiles(listOf({ accounts: [{ ...FNB, bookFrom: null }] }), { [UPLOAD]: read });
  await choose();
  const day = await screen.findByLabelText(/^Book lines from/);
  expect(day).toHaveProperty('value', '2026-11-01');
  expect(screen.getByText(/^No file of FNB, ending in 4567 was read yet\./)).toBeDefined();
  expect(uploads()).toEqual([]);

  fireEvent.change(day, { target: { value: '' } });
  await press('Read the file');
  expect(screen.getByText('Choose the first day')).toBeDefined();
  fireEvent.change(day, { target: { value: '2026-11-10' } });
  await press('Read the file');

  await waitFor(() => expect(uploads()).toMatchObject([{ bookFrom: '2026-11-10' }]));
});

it('a file that names an account with files asks for no day, whatever another account lacks', async () => {
  const accounts = [FNB, { ...CAPITEC, bookFrom: null }];
  const { uploads } = await showFiles(listOf({ accounts }), { [UPLOAD]: read });
  await choose(`Account,6200 123 4567\n${TEXT}`);

  await waitFor(() => expect(uploads()).toHaveLength(1));
  expect(uploads()[0]).not.toHaveProperty('bookFrom');
});

it('a file of another account says which it names and which accounts are ours, and is not sent again', async () => {
  const sentence = 'The file is of account 998877, which is none of yours that receive money.';
  await showFiles(listOf({ accounts: [FNB, CAPITEC] }), {
    [UPLOAD]: refusal('other_account', sentence, { fields: { account: sentence } }),
  });
  await choose();

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(sentence);
  expect(alert.textContent).toContain('Yours: FNB, ending in 4567; Capitec Business, ending in 9999.');
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  await press('Choose another file');
  expect(await screen.findByLabelText(/^Drop your bank's file here/)).toBeDefined();
});

it('a file that names no account asks once for it, and is sent again with the answer and another key', async () => {
  const sentence = 'The file does not say of which account it is. Please choose it.';
  const { keys, uploads } = await showFiles(listOf({ accounts: [FNB, CAPITEC] }), {
    [UPLOAD]: inTurn(refusal('account_needed', sentence, { fields: { account: sentence } }), read),
  });
  await choose();
  const account = await screen.findByLabelText(/^Account/);
  await press('Read the file');
  expect(screen.getByText('Choose the account that received the money')).toBeDefined();
  fireEvent.change(account, { target: { value: CAPITEC.number } });
  await press('Read the file');

  await waitFor(() => expect(uploads()[1]).toMatchObject({ account: CAPITEC.number, text: TEXT }));
  expect(keys[1]).not.toBe(keys[0]);
});

it('a file that names no account asks for its first day only when an account without files is chosen', async () => {
  const sentence = 'The file does not say of which account it is. Please choose it.';
  const accounts = [
    { ...FNB, bookFrom: null },
    { ...CAPITEC, bookFrom: null },
  ];
  const { uploads } = await showFiles(listOf({ accounts }), {
    [UPLOAD]: inTurn(refusal('account_needed', sentence, { fields: { account: sentence } }), read),
  });
  await choose();
  const account = await screen.findByLabelText(/^Account/);
  expect(screen.queryByLabelText(/^Book lines from/)).toBeNull();

  fireEvent.change(account, { target: { value: CAPITEC.number } });
  expect(screen.getByText(/^No file of Capitec Business, ending in 9999 was read yet\./)).toBeDefined();
  await press('Read the file');

  await waitFor(() =>
    expect(uploads()[1]).toMatchObject({ account: CAPITEC.number, bookFrom: '2026-11-01' }),
  );
});

const ROWS = [
  ['Day', 'Text', 'Sum'],
  ['03/11/2026', 'EFT OW10002', '600.00'],
];

it('an unknown file shows its first rows, and is read with the columns that were chosen for them', async () => {
  const { uploads } = await showFiles(listOf(), {
    [UPLOAD]: inTurn(
      refusal('columns_unknown', 'The portal does not know this file.', { file: { rows: ROWS } }),
      read,
    ),
  });
  await choose();
  await screen.findByText('EFT OW10002');
  await press('Read the file');
  expect(screen.getByRole('alert').textContent).toBe('Choose the column of the description');

  expect(screen.getByText('‘03/11/2026’ is read as 3 November 2026.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Column 2'), { target: { value: 'description' } });
  fireEvent.change(screen.getByLabelText('Column 3'), { target: { value: 'amount' } });
  await press('Read the file');

  await waitFor(() =>
    expect(uploads()[1]).toMatchObject({
      mapping: { date: 0, description: 1, amount: 2, dateFormat: 'DD/MM/YYYY' },
      text: TEXT,
    }),
  );
});

it('a column that the server cannot read says so under the rows, and every choice stays', async () => {
  const sentence = 'The amount of row 2 cannot be read.';
  await showFiles(listOf(), {
    [UPLOAD]: inTurn(
      refusal('columns_unknown', 'The portal does not know this file.', {
        file: { rows: [['Date', 'Description', 'Amount'], ...ROWS.slice(1)] },
      }),
      refusal('unprocessable', sentence, { fields: { mapping: sentence } }),
    ),
  });
  await choose();
  await screen.findByText('EFT OW10002');
  await press('Read the file');

  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(screen.getByLabelText('Column 1')).toHaveProperty('value', 'date');
  expect(screen.getByLabelText('Column 3')).toHaveProperty('value', 'amount');
});

it('remembered columns that do not fit a file can be chosen again', async () => {
  const sentence = 'The amount of row 2 cannot be read.';
  await showFiles(listOf(), {
    [UPLOAD]: refusal('unprocessable', sentence, { fields: { mapping: sentence } }),
  });
  await choose();

  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(screen.getByLabelText('Column 1')).toHaveProperty('value', 'date');
  expect(screen.getByText('2026/11/23')).toBeDefined();
});

it('a balance that does not follow names its row, and the file is taken without balances only by a press', async () => {
  const { uploads } = await showFiles(listOf(), {
    [UPLOAD]: inTurn(refusal('balance_breaks', 'The balance of row 12 does not follow.'), read),
  });
  await choose();
  expect((await screen.findByRole('alert')).textContent).toContain('The balance of row 12 does not follow.');
  expect(screen.getByText(/Then no line is certain/)).toBeDefined();
  expect(uploads()).toHaveLength(1);
  await press('Take it without its balances');

  await waitFor(() => expect(uploads()[1]).toEqual({ ...Object(uploads()[0]), withoutBalances: true }));
});

it('without a file the list says what belongs there and where the CSV is found', async () => {
  await showFiles(listOf());

  expect(await screen.findByText('No bank file yet')).toBeDefined();
  expect(screen.getByText(/You find the CSV in your internet banking/)).toBeDefined();
});

it('a file in the list says its days, account, open lines, balances and who read it, and leads to its lines', async () => {
  await showFiles(
    listOf({
      files: [
        bankFileOf(),
        bankFileOf({ id: 6, ties: false, closing: 1590, counts: { certain: 0, likely: 0, booked: 3 } }),
        bankFileOf({ id: 5, ties: null, opening: null, closing: null }),
      ],
      total: 3,
    }),
  );
  await screen.findAllByText('Ties');
  const [, first, second, third] = screen.getAllByRole('row');
  const textOf = (item: HTMLElement | undefined) => (item?.textContent ?? '').replaceAll(/\s/g, ' ');

  expect(textOf(first)).toContain('20 to 23 November 2026');
  expect(textOf(first)).toContain('FNB, ending in 4567');
  expect(textOf(first)).toContain('3 open, 1 to look at');
  expect(textOf(first)).toContain('Ties');
  expect(textOf(first)).toContain('by Lerato Khumalo');
  expect(first?.querySelector('a')?.getAttribute('href')).toBe('/admin?section=bank&file=7');
  expect(textOf(second)).toContain('Finished');
  expect(textOf(second)).toContain('Does not tie: −R 10,00 are missing.');
  expect(textOf(third)).toContain('No balances');
});

const TAKE_BACK = 'DELETE /api/admin/bank-files/7';

it('a file is taken back after a question that says what goes with it, and the next one can be dropped', async () => {
  const { sent } = await showFiles(listOf({ files: [bankFileOf()], total: 1 }), {
    [TAKE_BACK]: () => new Response(null, { status: 204 }),
  });
  await screen.findByText('Ties');
  await press('Take back november.csv');
  const question = await screen.findByRole('alertdialog', { name: 'Take november.csv back?' });
  expect(question.textContent).toContain('Its 3 lines go.');
  expect(question.textContent).toMatch(
    /the account and the columns .*, the first day .*, and until when FNB/,
  );
  expect(sent.some(({ route }) => route === TAKE_BACK)).toBe(false);
  await press('Take it back');

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent.filter(({ route }) => route === TAKE_BACK)).toHaveLength(1);
});

it('a file whose lines a later file repeats names that file, which must go first, and leads to it', async () => {
  const message = 'A later file brought one of its lines again. Please take that one back first.';
  await showFiles(listOf({ files: [bankFileOf()], total: 1 }), {
    [TAKE_BACK]: () =>
      json({ code: 'is_repeated', message, current: bankFileOf({ id: 9, fileName: 'december.csv' }) }, 409),
  });
  await screen.findByText('Ties');
  await press('Take back november.csv');
  await screen.findByRole('alertdialog');
  await press('Take it back');

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message);
  const link = screen.getByRole('link', { name: 'Open december.csv, 20 to 23 November 2026' });
  expect(link.getAttribute('href')).toBe('/admin?section=bank&file=9&bankState=all');
});

it('money that nobody could place is named with its sum and leads to its list', async () => {
  await showFiles(listOf({ files: [bankFileOf()], total: 1 }), {
    [UNIDENTIFIED]: () => json({ lines: [], total: 2, page: 1, sum: 1250 }),
  });

  const link = await screen.findByRole('link', { name: /^Unidentified R\s1\s250,00$/ });
  expect(link.getAttribute('href')).toBe('/admin?section=bank&view=unidentified');
});
