// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BankFileSummary } from '#shared/contract/bank/bank-files.ts';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { wordStillOverdue, wordSummary } from '#web/features/bank/finished/summary-words.ts';
import { BankReview } from '#web/features/bank/review/bank-review.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { bookedLine, forecastOf, lineOf } from './lines.ts';

const SUMMARY: BankFileSummary = {
  received: 11_639.13,
  clients: 9,
  thanked: 6,
  returned: 0,
  unidentified: 0,
  overdueWithout: 9925.75,
  overdueNow: 4982.5,
  overdueClients: 5,
};
const NOTHING: BankFileSummary = {
  ...SUMMARY,
  received: 0,
  clients: 0,
  thanked: 0,
  overdueWithout: 4982.5,
};

const plain = (text: string | null | undefined) => text?.replace(/\s/g, ' ');

describe('the words of what a file came to', () => {
  const word = (change: Partial<BankFileSummary>, ignored = 0) =>
    wordSummary({ ...NOTHING, ...change }, ignored).map(plain);
  const received = (clients: number, thanked: number) => word({ received: 450, clients, thanked });

  it('say what was received, from how many clients, and how many were thanked', () => {
    expect(word({ received: 11_639.13, clients: 9, thanked: 6 })).toEqual([
      'R 11 639,13 received from 9 clients, 6 are thanked by mail.',
    ]);
    expect(received(1, 0)).toEqual(['R 450,00 received from 1 client.']);
    expect(received(1, 1)).toEqual(['R 450,00 received from 1 client, who is thanked by mail.']);
    expect(received(2, 0)).toEqual(['R 450,00 received from 2 clients.']);
  });

  it('leave out what is nothing', () => {
    expect(word({})).toEqual([]);
    expect(word({ returned: 426, unidentified: 500 }, 63.5)).toEqual([
      'R 426,00 taken back by the bank.',
      'R 500,00 put aside as unidentified.',
      'R 63,50 ignored.',
    ]);
  });

  it('say by how much what is overdue fell or rose, and what is overdue now', () => {
    expect(word({ overdueWithout: 9925.75 })).toEqual([
      'Overdue fell by R 4 943,25: R 4 982,50 is overdue now.',
    ]);
    expect(word({ overdueWithout: 4000 })).toEqual(['Overdue rose by R 982,50: R 4 982,50 is overdue now.']);
  });

  it('count who is still overdue', () => {
    expect(wordStillOverdue({ ...SUMMARY, overdueClients: 1 })).toBe('1 client is still overdue.');
    expect(wordStillOverdue(SUMMARY)).toBe('5 clients are still overdue.');
  });
});

describe('the end of a file', () => {
  const READ = 'GET /api/admin/bank-files/7/summary';
  const FILE = 'GET /api/admin/bank-files/7';
  const LINES = 'GET /api/admin/bank-files/7/lines?page=1&state=unsure';
  const finished = bankFileOf({ counts: { lines: 14, certain: 0, likely: 0, booked: 14 } });

  const show = async (answers: Answers = {}) => {
    const all = {
      [FILE]: () => json(finished),
      [LINES]: () => json({ lines: [], total: 0, page: 1 }),
      [READ]: () => json(SUMMARY),
      'GET /api/admin/bank-lines/1/forecast?userId=11': () => json(forecastOf(11)),
      ...answers,
    };
    const browser = await openBrowser(all);
    await act(async () =>
      browser.show(
        <BankReview
          fileId={7}
          StatementsDialog={({ onClose }) => (
            <button type="button" onClick={onClose}>
              Close the statements
            </button>
          )}
        />,
      ),
    );

    return { ...browser, answers: all as Answers };
  };
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  const pressKey = (key: string) =>
    act(async () => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
    });

  beforeEach(() => localStorage.clear());

  it('says what the file came to and leads to its lines, and mails the statements of who is still overdue', async () => {
    await show();

    expect(await screen.findByRole('heading', { name: 'Finished' })).toBeDefined();
    expect(await screen.findByText('5 clients are still overdue.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Show all 14 lines' }).getAttribute('href')).toContain(
      'bankState=all',
    );
    await press('Mail their statements…');
    await press('Close the statements');
    expect(screen.queryByRole('button', { name: 'Close the statements' })).toBeNull();
  });

  it('offers no statements while nobody is overdue, and says so if no money was booked', async () => {
    await show({ [READ]: () => json({ ...NOTHING, overdueWithout: 0, overdueNow: 0, overdueClients: 0 }) });

    expect(await screen.findByText('No money was booked.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /statement/ })).toBeNull();
  });

  it('can be read again after a failure', async () => {
    const { answers } = await show({ [READ]: () => json({ message: 'Broken' }, 500) });
    await screen.findByText('What it came to could not be read');
    answers[READ] = () => json(SUMMARY);
    await press('Try again');

    expect(await screen.findByText('5 clients are still overdue.')).toBeDefined();
  });

  it('stays where no line was acted on, whatever key is pressed, and where the lines cannot be read', async () => {
    await show({ [LINES]: () => json({ message: 'Broken' }, 500) });
    await screen.findByText('5 clients are still overdue.');
    for (const key of ['j', 'k', 'u']) {
      await pressKey(key);
      expect(screen.queryByRole('heading', { name: 'Finished' })).not.toBeNull();
    }
  });

  it('comes with the focus when the last line is booked, and K brings the lines back', async () => {
    const { answers } = await show({
      [FILE]: () => json(bankFileOf({ counts: { lines: 1, certain: 0, likely: 1 } })),
      [LINES]: () => json({ lines: [lineOf(1)], total: 1, page: 1 }),
      'POST /api/admin/bank-lines/1/book': () => json(bookedLine(1)),
    });
    await screen.findAllByText(/MAGTAPE/);
    answers[FILE] = () => json(bankFileOf({ counts: { lines: 1, certain: 0, likely: 0, booked: 1 } }));
    screen.getByRole('button', { name: 'Book for Naidoo' }).focus();
    await pressKey('Enter');

    const heading = await screen.findByRole('heading', { name: 'Finished' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.querySelector('[data-bank-line]')).toBeNull();
    await pressKey('k');
    expect(document.querySelector('[data-bank-line]')).not.toBeNull();
    expect(screen.queryByRole('heading', { name: 'Finished' })).toBeNull();
  });
});
