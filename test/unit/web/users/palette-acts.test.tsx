// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CustomerResult } from '#shared/contract/customers.ts';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import { ClientActions } from '#web/features/users/record/client-actions.tsx';
import { AdminPalette } from '#web/screens/admin/admin-palette.tsx';
import { json, openBrowser } from '../screen.tsx';

const CLIENT: CustomerResult = {
  id: 7,
  firstName: 'Naledi',
  lastName: 'Khumalo',
  email: 'naledi@example.co.za',
  owNumber: 'OW10007',
  company: null,
  phone: '+27821234567',
  customerStatus: 'Active',
};

const invoiceOf = (
  status: string,
  change: Partial<PaletteAnswer['invoices'][number]> = {},
): PaletteAnswer => ({
  invoices: [
    {
      id: 31,
      invoiceNumber: 'INV-2026-000031',
      totalAmount: 934,
      status,
      amountDue: status === 'pending' ? 934 : 0,
      credited: 0,
      writtenOff: 0,
      userId: 7,
      userName: 'Naledi Khumalo',
      company: null,
      ...change,
    },
  ],
  creditNotes: [],
  services: [],
  tickets: [],
});

const field = () => screen.getByRole<HTMLInputElement>('combobox');
const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

/** Opens the palette, in which every search finds these. */
const openPalette = async (typed: string, clients: CustomerResult[], records: PaletteAnswer) => {
  const onClose = vi.fn();
  const browser = await openBrowser({
    [`GET /api/search?q=${typed}`]: () => json(clients),
    [`GET /api/admin/palette?q=${typed}`]: () => json(records),
  });
  browser.show(<AdminPalette title="Search and act" acts={[]} onClose={onClose} />);
  fireEvent.change(field(), { target: { value: typed } });

  return { ...browser, onClose };
};

it('an empty palette begins with the three commonest acts', async () => {
  const { show } = await openBrowser();
  show(<AdminPalette title="Search and act" acts={[]} onClose={() => undefined} />);

  expect(labels().slice(0, 3)).toEqual(['Record payment…', 'New invoice…', 'Read a bank file']);
});

it.each([
  ['Write off', 'invoice.write-off'],
  ['Credit note', 'invoice.credit'],
])('%s asks for the invoice, and opens its dialog about the chosen one', async (label, dialog) => {
  const { router } = await openPalette('INV-2026-00003', [], invoiceOf('pending'));
  fireEvent.change(field(), { target: { value: label } });
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(`^${label} ?…`) }));
  expect(field().placeholder).toContain('Which invoice?');
  fireEvent.change(field(), { target: { value: 'INV-2026-00003' } });
  const found = await screen.findByRole('option', { name: /Naledi Khumalo/ });
  await act(async () => fireEvent.click(found));

  expect(router.state.location.search).toMatchObject({ client: 7, tab: 'invoices', open: `${dialog}:31` });
});

/** Leads on to the acts on the first record that was found. */
const leadOn = async (group: string) => {
  await screen.findByRole('group', { name: group });
  field().setSelectionRange(field().value.length, field().value.length);
  fireEvent.keyDown(field(), { key: 'ArrowRight' });
};

it("the palette offers each act of a record's buttons and of its menu, once a client is found", async () => {
  const menu = await openBrowser();
  const { unmount, container } = menu.show(
    <ClientActions
      user={{ User_Id: 7, OWNumber: 'OW10007', User_Email: CLIENT.email, User_Mobile: CLIENT.phone }}
    >
      {null}
    </ClientActions>,
  );
  // happy-dom has no popovers.
  Object.assign(HTMLElement.prototype, { hidePopover: () => undefined });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover'));
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  const offered = [...container.querySelectorAll('a, [role=menuitem]')].map(({ textContent }) =>
    String(textContent).trim(),
  );
  expect(offered).toEqual(expect.arrayContaining(['Edit', 'Statement', 'Call', 'Copy OW number', 'Delete']));
  unmount();

  await openPalette('naledi', [CLIENT], { ...invoiceOf('paid'), invoices: [] });
  await leadOn('Clients');
  const group = within(await screen.findByRole('group', { name: 'Naledi Khumalo' }));
  const inPalette = group.getAllByRole('option').map((line) => line.querySelector('p')?.textContent);

  expect(inPalette).toEqual(expect.arrayContaining(offered));
});

it.each([
  ['pending', ['Mark as paid', 'Credit note', 'Write off', 'Download', 'Void']],
  ['paid', ['Credit note', 'Download', 'Void']],
  ['void', ['Download']],
])('the palette offers on a %s invoice what its row does', async (status, acts) => {
  await openPalette('INV-2026-000031', [], invoiceOf(status));
  await leadOn('Invoices');
  const group = within(await screen.findByRole('group', { name: 'INV-2026-000031' }));

  expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(acts);
});

it.each([
  ['Written off', 'pending', { amountDue: 0, writtenOff: 934 }, ['Take back write-off', 'Download']],
  ['Credited', 'void', { credited: 934 }, ['Download']],
  [
    'Part paid',
    'pending',
    { amountDue: 100 },
    ['Mark as paid', 'Credit note', 'Write off', 'Download', 'Void'],
  ],
  ['Void', 'void', {}, ['Download']],
])(
  'the palette calls an invoice as its list does: %s, and offers what its row does',
  async (word, status, amounts, acts) => {
    await openPalette('INV-2026-000031', [], invoiceOf(status, amounts));
    const found = within(await screen.findByRole('group', { name: 'Invoices' })).getByRole('option');
    expect(within(found).getByText(word)).toBeDefined();

    await leadOn('Invoices');
    const group = within(await screen.findByRole('group', { name: 'INV-2026-000031' }));
    expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(acts);
  },
);

it('to void an invoice from the palette asks over the record of its client', async () => {
  const { router } = await openPalette('INV-2026-000031', [], invoiceOf('pending'));
  await leadOn('Invoices');
  await act(async () => fireEvent.click(await screen.findByText('Void')));

  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      client: 7,
      tab: 'invoices',
      open: 'invoice.void:31',
    }),
  );
});

it('the palette finds the acts of a month-end, of which the closing opens over the closed months', async () => {
  const { router, onClose } = await openPalette('month-end', [], invoiceOf('void'));
  await waitFor(() => expect(labels().slice(0, 2)).toEqual(['Close a month', 'Control account']));
  await act(async () => fireEvent.click(screen.getByText('Close a month')));

  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      section: 'bookkeeping',
      book: 'closings',
      open: 'month.close',
    }),
  );
});

it.each([
  ['retry', 'Try all again: Invoice PDF', 'POST /api/admin/jobs/retry', { kind: 'invoice-pdf' }],
  ['export users', 'Export all users as CSV', 'GET /api/admin/users/export?for=excel', undefined],
])('the palette finds by "%s" the act "%s", does it and closes', async (typed, label, route, body) => {
  const { sent, onClose } = await openPalette(typed, [], invoiceOf('void'));
  await waitFor(() => expect(labels()[0]).toBe(label));
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  fireEvent.keyDown(field(), { key: 'Enter' });

  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(sent).toContainEqual({ route, body }));
});
