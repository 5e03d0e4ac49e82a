// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { FileGap, FileTie } from '#web/features/bank/file-tie.tsx';
import { json, openBrowser } from '../screen.tsx';

const showFile = async (file: BankFile) => {
  const { show } = await openBrowser({ 'GET /api/admin/bank-files/7': () => json(file) });
  const { container } = await act(async () =>
    show(
      <>
        <FileGap fileId={7} />
        <FileTie fileId={7} />
      </>,
    ),
  );
  const textOf = () => (container.textContent ?? '').replaceAll(/\s/g, ' ');

  return { textOf };
};

it('an open file shows the sum from its opening to its closing balance, and that it ties', async () => {
  const { textOf } = await showFile(bankFileOf({ sums: { open: 200, booked: 450, fees: -50 } }));

  await screen.findByText('Ties: the lines lead from the opening to the closing balance.');
  expect(textOf()).toContain(
    'Opening balanceR 1 000,00BookedR 450,00Still openR 200,00Fees−R 50,00Closing balanceR 1 600,00',
  );
});

it('a file that does not tie says so in red with the difference', async () => {
  await showFile(bankFileOf({ ties: false, closing: 1610 }));

  expect((await screen.findByRole('alert')).textContent?.replaceAll(/\s/g, ' ')).toBe(
    'The lines do not lead from the opening to the closing balance.They differ by R 10,00. Please tell whoever runs the portal.',
  );
});

it('a file without balances says that none of its lines is certain', async () => {
  await showFile(bankFileOf({ ties: null, opening: null, closing: null }));

  expect(await screen.findByText(/^This file has no balances, so no line of it is certain/)).toBeDefined();
});

it('an OFX file does not say that none of its lines is certain, for the bank numbers each', async () => {
  const { textOf } = await showFile(bankFileOf({ format: 'ofx', ties: null, opening: null }));

  expect(await screen.findByText(/^The bank numbers each line of this file/)).toBeDefined();
  expect(textOf()).not.toContain('no line of it is certain');
});

it('days that may be missing before an open file are named', async () => {
  await showFile(bankFileOf({ gapAfter: '2026-11-18' }));

  expect(await screen.findByText('Nothing was read between 18 and 20 November 2026.')).toBeDefined();
});
