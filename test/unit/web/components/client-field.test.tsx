// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Payer } from '#shared/contract/bank/payers.ts';
import { ClientField } from '#web/components/search/client-field.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';

const payerOf = (id: number, company: string | null, fields: Partial<Payer>): Payer => ({
  id,
  firstName: 'Thandi',
  lastName: `Client${id}`,
  email: `${id}@example.com`,
  owNumber: `OW1000${id}`,
  company,
  phone: null,
  customerStatus: 'Active',
  due: 0,
  isAllDue: false,
  invoiceNumber: null,
  ...fields,
});

const ALL = payerOf(1, 'Karoo Farm', { due: 500, isAllDue: true, invoiceNumber: 'INV-2026-000001' });
const ONE_INVOICE = payerOf(2, null, { due: 900, invoiceNumber: 'INV-2026-000002' });
const SOME = payerOf(3, null, { due: 397 });
const NOTHING = payerOf(4, null, {});

const FITS = 'GET /api/admin/payers?amount=500';

const show = async (answers: Answers, offers?: 'at-once' | 'on-focus') => {
  const onChoose = vi.fn();
  const browser = await openBrowser(answers);
  await act(async () =>
    browser.show(
      <ClientField
        label="Client"
        name="client"
        chosen={null}
        onChoose={onChoose}
        amount={500}
        offers={offers}
      />,
    ),
  );

  return { ...browser, onChoose, field: screen.getByRole('combobox', { name: /^Client/ }) };
};

const plain = (element: Element | null) => element?.textContent?.replace(/\s/g, ' ');
const linesOf = (name: RegExp) =>
  within(screen.getByRole('group', { name })).getAllByRole('option').map(plain);

it('a client field offers whom the amount fits before anything is typed, and Enter chooses none of them', async () => {
  const { field, onChoose } = await show({ [FITS]: () => json([ALL, ONE_INVOICE]) }, 'at-once');
  await screen.findAllByRole('option');

  expect(linesOf(/^Owes exactly R\s500,00$/)).toEqual([
    'Karoo Farmowes R 500,00OW10001 · Thandi Client1 · 1@example.com',
  ]);
  expect(linesOf(/^Has an invoice with exactly R\s500,00 due$/)).toEqual([
    'Thandi Client2owes R 900,00OW10002 · 2@example.comR 500,00 of it is INV-2026-000002',
  ]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChoose).toHaveBeenCalledWith({
    userId: 1,
    OWNumber: 'OW10001',
    name: 'Thandi Client1',
    company: 'Karoo Farm',
  });
});

it('a client field says that nobody owes exactly the amount', async () => {
  await show({ [FITS]: () => json([]) }, 'at-once');

  expect(plain(await screen.findByText(/^Nobody owes/))).toBe('Nobody owes exactly R 500,00.');
});

it('a client field says of each client whom it finds what they owe', async () => {
  const { field } = await show({ [`${FITS}&q=client`]: () => json([SOME, NOTHING]) });
  fireEvent.change(field, { target: { value: 'client' } });

  expect((await screen.findAllByRole('option')).map(plain)).toEqual([
    'Thandi Client3owes R 397,00OW10003 · 3@example.com',
    'Thandi Client4owes nothingOW10004 · 4@example.com',
  ]);
});

it('a client field in a form of several asks for nobody before it has the focus', async () => {
  const { field, sent } = await show({ [FITS]: () => json([ALL]) }, 'on-focus');
  expect(sent).toEqual([]);
  act(() => field.focus());

  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
});
