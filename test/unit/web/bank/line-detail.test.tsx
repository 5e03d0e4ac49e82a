// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LineDetail } from '#web/features/bank/review/line-detail.tsx';
import { NEW_REVIEW } from '#web/features/bank/review/review-state.ts';
import type { LineReview } from '#web/features/bank/review/use-line-review.ts';
import { json, openBrowser } from '../screen.tsx';
import { bookedLine, forecastOf, lineOf, NAIDOO } from './lines.ts';

const showPane = async (line = lineOf(1)) => {
  const run = vi.fn();
  const browser = await openBrowser({
    'GET /api/admin/bank-lines/1/forecast?userId=11': () => json(forecastOf(11)),
  });
  const review = { state: NEW_REVIEW, run, choose: vi.fn(), move: vi.fn() } as Partial<LineReview>;
  browser.show(
    <LineDetail line={line} review={review as LineReview} acts={[]} note={undefined} isTwice={false} />,
  );

  return { run, pane: within(screen.getByRole('region', { name: 'The selected line' })) };
};

it('the pane shows why a client is proposed only as far as what the line pays does not contradict it', async () => {
  const reasons = ['OW number OW10011', 'Amount is all that is due'];
  const { pane } = await showPane(lineOf(1, { proposals: [{ ...NAIDOO, reasons }] }));
  await pane.findByText('Then nothing is due any more.');

  expect(pane.getByText('OW number OW10011')).toBeDefined();
  expect(pane.queryByText(/all that is due/)).toBeNull();
});

it('the pane of a booked line says for whom it was booked and by whom, and offers no booking', async () => {
  const { pane } = await showPane(bookedLine(1));

  expect(pane.getByText(/^Booked R\s450,00 for Naidoo$/).parentElement?.textContent).toContain(
    'by Lerato Khumalo',
  );
  expect(pane.queryByRole('button', { name: /^Book/ })).toBeNull();
});
