// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BankLine, BankProposal } from '#shared/contract/bank/bank-lines.ts';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { BankReview } from '#web/features/bank/review/bank-review.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { bookedLine, forecastOf, lineOf, NAIDOO, proposalOf, ZULU } from './lines.ts';

const LINES = 'GET /api/admin/bank-files/7/lines?page=1&state=unsure';
const BOOK_1 = 'POST /api/admin/bank-lines/1/book';

const listOf = (...lines: BankLine[]) => json({ lines, total: lines.length, page: 1 });

const COUNTS = { lines: 5, certain: 2, likely: 3 };

const showReview = async (lines: BankLine[], more: Answers = {}) => {
  const answers: Answers = {
    'GET /api/admin/bank-files/7': () => json(bankFileOf({ counts: COUNTS })),
    [LINES]: () => listOf(...lines),
    ...Object.fromEntries(
      lines.flatMap(({ id }) =>
        [11, 12, 13].map((userId) => [
          `GET /api/admin/bank-lines/${id}/forecast?userId=${userId}`,
          () => json(forecastOf(userId)),
        ]),
      ),
    ),
    ...more,
  };
  const browser = await openBrowser(answers);
  await act(async () =>
    browser.show(
      <>
        <BankReview fileId={7} StatementsDialog={() => null} />
        <Toaster />
      </>,
    ),
  );
  await screen.findAllByText(/MAGTAPE/);

  return { ...browser, answers, writes: () => browser.sent.filter(({ route }) => route.startsWith('POST')) };
};

const pressKey = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
  });
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));

const rowOf = (id: number) => document.querySelector<HTMLElement>(`[data-bank-line="${id}"]`);
const selectedId = () =>
  document.querySelector('[data-bank-line][aria-current=true]')?.getAttribute('data-bank-line');
const plain = (text: string | null | undefined) => text?.replace(/\s/g, ' ');
/** What the live region of the review says. */
const said = () => screen.getAllByRole('status').map(({ textContent }) => plain(textContent));

const BOTH = [NAIDOO, ZULU];
const THREE = [lineOf(1), lineOf(2), lineOf(3)];

beforeEach(() => localStorage.clear());

describe('the keys of the review', () => {
  it('J and K select the next and the previous line, which takes the focus', async () => {
    await showReview(THREE);
    await pressKey('j');
    await pressKey('j');
    await pressKey('k');

    expect(selectedId()).toBe('2');
    expect(document.activeElement).toBe(rowOf(2));
  });

  it('Enter books the selected line for its first client, says what is left, and goes to the main button of the next line', async () => {
    const { writes } = await showReview(THREE, { [BOOK_1]: () => json(bookedLine(1)) });
    await pressKey('Enter');

    await waitFor(() => expect(said()).toContain('Booked R 450,00 for Naidoo. 2 left'));
    expect(writes()).toEqual([{ route: BOOK_1, body: { parts: [{ userId: 11, amount: 450 }] } }]);
    expect(selectedId()).toBe('2');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Book for Naidoo' }));
    await pressKey('Enter', { repeat: true });
    expect(writes()).toHaveLength(1);
  });

  it('a line that was booked stays in its place, also when the list that is read again lacks it', async () => {
    const { answers, queryClient } = await showReview(THREE, { [BOOK_1]: () => json(bookedLine(1)) });
    answers[LINES] = () => listOf(lineOf(2), lineOf(3));
    await pressKey('Enter');
    await act(() => queryClient.refetchQueries({ queryKey: ['ledger', 'bank-lines'] }));

    expect(
      [...document.querySelectorAll('[data-bank-line]')].map((row) => row.getAttribute('data-bank-line')),
    ).toEqual(['1', '2', '3']);
    expect(plain(rowOf(1)?.textContent)).toContain('Booked R 450,00 for Naidoo');
  });

  it('where several clients are proposed none is chosen: Enter says so and books nothing until a digit chooses', async () => {
    const { writes } = await showReview([lineOf(1, { proposals: BOTH }), lineOf(2)], {
      [BOOK_1]: () => json(bookedLine(1, ZULU)),
    });
    expect(rowOf(1)?.textContent).toContain('Naidoo or Zulu');
    await pressKey('Enter');

    expect(screen.getByRole('alert').textContent).toBe('Nobody is chosen: press 1 or 2, and then Enter.');
    expect(screen.getByRole('button', { name: 'Choose 1 or 2 first' })).toBeDefined();
    expect(writes()).toEqual([]);
    await pressKey('2');
    await pressKey('3');
    expect(screen.queryByRole('alert')).toBeNull();
    await pressKey('Enter');

    expect(writes()).toMatchObject([{ body: { parts: [{ userId: 12 }] } }]);
  });

  it.each(['certain', 'likely', 'unidentified'] as const)(
    'a %s line for which two clients are proposed has none chosen, and one client is chosen',
    async (state) => {
      await showReview([lineOf(1, { state, proposals: BOTH }), lineOf(2, { state, proposals: [ZULU] })]);
      const ofTwo = screen.queryByRole('button', { name: /^Book for/ });
      await pressKey('j');

      expect(ofTwo).toBeNull();
      expect(screen.getByRole('button', { name: 'Book for Zulu' })).toBeDefined();
    },
  );

  it('Enter on a button does what the button says, and books nothing', async () => {
    const { writes } = await showReview(THREE);
    screen.getByRole('link', { name: /^All/ }).focus();
    await pressKey('Enter');

    expect(writes()).toEqual([]);
  });

  it('a key that is held down books one line only', async () => {
    const { writes } = await showReview(THREE);
    await pressKey('Enter', { repeat: true });
    await pressKey('x', { repeat: true });

    expect(writes()).toEqual([]);
  });

  it('a second Enter before the answer books nothing', async () => {
    const { writes } = await showReview(THREE);
    await pressKey('Enter');
    await pressKey('Enter');

    expect(writes()).toHaveLength(1);
  });

  it('A asks before all certain lines are booked as soon as their count is shown, before any line is', async () => {
    const { show } = await openBrowser({
      'GET /api/admin/bank-files/7': () => json(bankFileOf({ counts: COUNTS })),
    });
    await act(async () => show(<BankReview fileId={7} StatementsDialog={() => null} />));
    await screen.findByText('2 certain, 3 to look at');
    await pressKey('a');

    expect(await screen.findByRole('button', { name: 'Book 2 lines' })).toBeDefined();
    expect(document.querySelector('[data-bank-line]')).toBeNull();
  });

  it('the keys are silent once single keys are switched off', async () => {
    const { writes } = await showReview(THREE);
    localStorage.setItem('single-keys', 'off');
    await pressKey('Enter');
    await pressKey('j');

    expect(writes()).toEqual([]);
    expect(selectedId()).toBe('1');
  });

  it('a key after G belongs to G, such as G then K, and does not act on the line', async () => {
    await showReview(THREE);
    await pressKey('j');
    await pressKey('g');
    await pressKey('k');

    expect(selectedId()).toBe('2');
  });

  it('X ignores the line, and U undoes it without a question', async () => {
    const { answers, writes } = await showReview(THREE, {
      'POST /api/admin/bank-lines/1/ignore': () => json(lineOf(1, { state: 'ignored', proposals: [] })),
      'POST /api/admin/bank-lines/1/reopen': () => json(lineOf(1)),
    });
    answers['GET /api/admin/bank-files/7'] = () => json(bankFileOf({ counts: { ...COUNTS, likely: 2 } }));
    await pressKey('x');
    await waitFor(() => expect(said()).toContain('Ignored R 450,00. 2 left'));
    await pressKey('u');

    await waitFor(() => expect(said()).toContain('R 450,00 is open again. 3 left'));
    expect(writes().map(({ route }) => route)).toEqual([
      'POST /api/admin/bank-lines/1/ignore',
      'POST /api/admin/bank-lines/1/reopen',
    ]);
    expect(selectedId()).toBe('1');
  });

  it('the last line of a list is said to be the last', async () => {
    await showReview([lineOf(1)], {
      'GET /api/admin/bank-files/7': () => json(bankFileOf({ counts: { lines: 1, certain: 0, likely: 1 } })),
      [BOOK_1]: () => json(bookedLine(1)),
    });
    await pressKey('Enter');

    expect(await screen.findByText('That was the last line here.')).toBeDefined();
  });

  it('N books the line to unidentified', async () => {
    const { writes } = await showReview(THREE, {
      [BOOK_1]: () => json(lineOf(1, { state: 'unidentified' })),
    });
    await pressKey('n');

    await waitFor(() => expect(said()).toContain('Booked R 450,00 to unidentified. 2 left'));
    expect(writes()).toEqual([{ route: BOOK_1, body: { unidentified: true } }]);
  });

  it('U asks for the reason before a booking is reversed, and says who gets a mail', async () => {
    const { writes } = await showReview(THREE, {
      [BOOK_1]: () => json(bookedLine(1)),
      'POST /api/admin/bank-lines/1/reopen': () => json(lineOf(1)),
    });
    await pressKey('Enter');
    await waitFor(() => expect(selectedId()).toBe('2'));
    await pressKey('u');
    const reason = await screen.findByLabelText<HTMLInputElement>(/^Reason/);
    const dialog = screen.getByRole('dialog', { name: /^Open the line of R\s450,00 again\?$/ });
    expect(dialog.textContent).toContain('gets ‘That payment was not yours’');
    fireEvent.input(reason, { target: { value: 'It was for Zulu' } });
    await press('Open it again');

    await waitFor(() =>
      expect(writes().at(-1)).toEqual({
        route: 'POST /api/admin/bank-lines/1/reopen',
        body: { reason: 'It was for Zulu' },
      }),
    );
    await waitFor(() => expect(selectedId()).toBe('1'));
  });

  it.each([
    ['the only one', [NAIDOO], 'Choose 1 first'],
    ['one of two', BOTH, 'Choose 1 or 2 first'],
  ])('nobody is chosen for a line whose booking was undone, for %s', async (_, proposals, button) => {
    await showReview([lineOf(1, { proposals }), lineOf(2)], {
      [BOOK_1]: () => json(bookedLine(1)),
      'POST /api/admin/bank-lines/1/reopen': () => json(lineOf(1, { proposals })),
    });
    await pressKey('1');
    await pressKey('Enter');
    await waitFor(() => expect(selectedId()).toBe('2'));
    await pressKey('u');
    await screen.findByLabelText(/^Reason/);
    await press('Open it again');
    await waitFor(() => expect(selectedId()).toBe('1'));

    expect(screen.getByRole('button', { name: button })).toBeDefined();
  });

  it('C finds another client, whom Enter then books', async () => {
    const pillay = {
      id: 13,
      firstName: 'Priya',
      lastName: 'Pillay',
      email: 'priya@example.com',
      owNumber: 'OW10013',
      company: null,
      phone: null,
      customerStatus: 'Active',
      due: 0,
      isAllDue: false,
      invoiceNumber: null,
    };
    const { writes } = await showReview(THREE, {
      'GET /api/admin/payers?amount=450&q=pillay': () => json([pillay]),
      [BOOK_1]: () => json(bookedLine(1, proposalOf(13, 'Priya Pillay'))),
    });
    await pressKey('c');
    const field = await screen.findByRole('combobox', { name: /^Client/ });
    fireEvent.change(field, { target: { value: 'pillay' } });
    await screen.findByRole('option');
    await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writes()).toEqual([]);
    await pressKey('Enter');

    expect(writes()).toEqual([{ route: BOOK_1, body: { parts: [{ userId: 13, amount: 450 }] } }]);
  });
});

describe('what a line shows', () => {
  it('the selected line shows what it would pay, what is left as credit, and what is still due', async () => {
    await showReview(THREE);
    const region = await screen.findByRole('region', { name: 'What it pays for Naidoo' });

    await waitFor(() =>
      expect(plain(region.textContent)).toBe(
        'What it paysINV-2026-000012R 399,00Credit leftR 51,00Then nothing is due any more.',
      ),
    );
  });

  it('a line of which somebody else was faster shows who booked it for whom, and stays selected', async () => {
    await showReview(THREE, {
      [BOOK_1]: () =>
        json(
          {
            message: 'Somebody else was faster.',
            code: 'conflict',
            current: bookedLine(1, ZULU, { bookedBy: 'Thandi' }),
          },
          409,
        ),
    });
    await pressKey('Enter');

    await waitFor(() => expect(rowOf(1)?.textContent).toContain('Booked by Thandi for Zulu just now.'));
    expect(said()).toContain('Booked by Thandi for Zulu just now.');
    expect(selectedId()).toBe('1');
  });

  it('a refusal stands at its line', async () => {
    await showReview(THREE, {
      [BOOK_1]: () => json({ message: 'The month is closed.', code: 'month_closed' }, 409),
    });
    await pressKey('Enter');

    expect((await screen.findByRole('alert')).textContent).toBe('The month is closed.');
    expect(selectedId()).toBe('1');
  });

  it('a line of a day to come says when it can be booked, and Enter books nothing', async () => {
    const day = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(day);
    const { writes } = await showReview([lineOf(1, { bookableFrom: day.toISOString().slice(0, 10) })]);
    await pressKey('Enter');

    expect(rowOf(1)?.textContent).toContain(`Can be booked on ${weekday}`);
    expect(said()).toContain(`Can be booked on ${weekday}.`);
    expect(writes()).toEqual([]);
  });

  describe('that quotes a written-off invoice', () => {
    const quoting = { ...NAIDOO, reasons: ['Invoice INV-2026-000012: Written off'] };
    const recovery = {
      ...forecastOf(11),
      allocations: [
        { kind: 'invoice', invoiceId: 5, invoiceNumber: 'INV-2026-000012', amount: 399, recovered: 299 },
        { kind: 'invoice', invoiceId: 6, invoiceNumber: 'INV-2026-000019', amount: 51, recovered: 0 },
      ],
      unallocated: 0,
    };
    const FORECAST_1 = 'GET /api/admin/bank-lines/1/forecast?userId=11';
    const showQuoting = (proposals: BankLine['proposals'] = [quoting], more: Answers = {}) =>
      showReview([lineOf(1, { proposals }), lineOf(2)], {
        [FORECAST_1]: () => json(recovery),
        [BOOK_1]: () => json(bookedLine(1)),
        ...more,
      });
    const named = { userId: 11, amount: 450, allocations: [{ invoiceId: 5, amount: 399 }] };

    it('says what is due and what is recovered, and Enter names the invoice', async () => {
      const { writes } = await showQuoting();
      await waitFor(() =>
        expect(plain(screen.getByRole('region', { name: 'What it pays for Naidoo' }).textContent)).toContain(
          'INV-2026-000012R 100,00 that is due, and recovers R 299,00 that was written offR 399,00INV-2026-000019R 51,00',
        ),
      );
      await pressKey('Enter');

      await waitFor(() => expect(writes()).toEqual([{ route: BOOK_1, body: { parts: [named] } }]));
    });

    it('is booked by what its forecast says also if Enter comes before it', async () => {
      let answer: (response: Response) => void = () => undefined;
      const { writes } = await showQuoting([quoting], {
        [FORECAST_1]: () =>
          new Promise<Response>((resolve) => {
            answer = resolve;
          }),
      });
      await pressKey('Enter');
      expect(writes()).toEqual([]);
      answer(json(recovery));

      await waitFor(() => expect(writes()).toEqual([{ route: BOOK_1, body: { parts: [named] } }]));
    });
  });

  describe('that the bank returned', () => {
    const returned = lineOf(1, {
      state: 'returned',
      amount: -450,
      proposals: [{ ...NAIDOO, paymentId: 77, reasons: ['Paid on 20 November'] }],
    });
    const booked = (
      { userId, OWNumber, name, company }: BankProposal,
      paymentId: number,
      amount: number,
    ) => ({
      paymentId,
      userId,
      OWNumber,
      name,
      company,
      amount,
    });
    const showReturned = () =>
      showReview([returned, lineOf(2)], {
        'GET /api/admin/bank-lines/1/forecast?userId=11&paymentId=77': () =>
          json({ ...forecastOf(11), reverses: [booked(NAIDOO, 77, 350), booked(ZULU, 78, 100)] }),
        [BOOK_1]: () => json(bookedLine(1, NAIDOO, { amount: -450 })),
      });
    const reverse = async () => {
      await pressKey('Enter');
      const reason = await screen.findByLabelText<HTMLInputElement>(/^Reason/);
      fireEvent.input(reason, { target: { value: 'Not enough money' } });
      await press('Reverse it');
    };

    it('names every client who owes again, and asks with its reason filled in before it reverses', async () => {
      const { writes } = await showReturned();
      await waitFor(() =>
        expect(plain(screen.getByRole('region', { name: 'What is owed again' }).textContent)).toContain(
          'NaidooOW10011R 350,00ZuluOW10012R 100,00',
        ),
      );
      await pressKey('Enter');
      const reason = await screen.findByLabelText<HTMLInputElement>(/^Reason/);
      const dialog = screen.getByRole('alertdialog', { name: /^Reverse R\s450,00 of Naidoo\?$/ });
      expect(reason.value).toBe('Returned by the bank');
      expect(plain(dialog.textContent)).toContain('ZuluOW10012R 100,00');
      expect(writes()).toEqual([]);
      fireEvent.input(reason, { target: { value: 'Not enough money' } });
      await press('Reverse it');

      await waitFor(() =>
        expect(writes()).toEqual([{ route: BOOK_1, body: { reverses: 77, reason: 'Not enough money' } }]),
      );
    });

    it('says of a deleted client that what the payment paid is written off at once', async () => {
      const deleted = { userId: 13, OWNumber: null, name: null, company: null };
      const { writes } = await showReview(
        [
          {
            ...returned,
            proposals: [{ ...deleted, paymentId: 78, newcomer: null, reasons: ['Paid on 20 November'] }],
          },
        ],
        {
          'GET /api/admin/bank-lines/1/forecast?userId=13&paymentId=78': () =>
            json({ ...forecastOf(13), reverses: [{ ...deleted, paymentId: 78, amount: 450 }] }),
          [BOOK_1]: () => json(bookedLine(1, NAIDOO, { amount: -450 })),
        },
      );
      await waitFor(() =>
        expect(plain(screen.getByRole('region', { name: 'What is owed again' }).textContent)).toContain(
          'A deleted clientWritten off at once: the client was deletedR 450,00',
        ),
      );
      await pressKey('Enter');
      expect(
        await screen.findByText(
          'The client was deleted, so what the payment paid is written off at once. This cannot be undone.',
        ),
      ).toBeTruthy();
      expect(screen.getByText('Only administrators see the reason')).toBeDefined();
      await press('Reverse it');

      await waitFor(() => expect(writes()).toMatchObject([{ body: { reverses: 78 } }]));
    });

    it('has the focus on Cancel when it asks, so that a second Enter reverses nothing', async () => {
      const { writes } = await showReturned();
      await pressKey('Enter');
      await screen.findByLabelText(/^Reason/);

      await expect.poll(() => document.activeElement?.textContent).toBe('Cancel');
      expect(writes()).toEqual([]);
    });

    it('says where everybody sees it that a reversal cannot be undone', async () => {
      const { writes } = await showReturned();
      await reverse();
      await waitFor(() => expect(selectedId()).toBe('2'));
      await pressKey('u');

      expect(await screen.findByText('A reversal cannot be undone')).toBeDefined();
      expect(writes()).toHaveLength(1);
    });
  });

  it('Enter on a line that may be recorded already asks first, and joins it to the payment', async () => {
    const perhaps = { perhaps: 'Perhaps recorded on 3 December', perhapsPaymentId: 55 };
    const { writes } = await showReview([lineOf(1, perhaps)], { [BOOK_1]: () => json(bookedLine(1)) });
    await pressKey('Enter');
    // The dialog takes the place of its frame once its code is loaded.
    const join = await waitFor(() =>
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'It is this payment' }),
    );
    await act(async () => fireEvent.click(join));

    await waitFor(() => expect(writes()).toEqual([{ route: BOOK_1, body: { paymentIds: [55] } }]));
  });
});
