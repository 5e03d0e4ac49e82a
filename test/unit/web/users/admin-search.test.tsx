// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CustomerResult } from '#shared/contract/customers.ts';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import { FinderSearch } from '#web/components/search/finder-search.tsx';
import { AdminFinder } from '#web/screens/admin/admin-finder.tsx';
import { AdminPalette } from '#web/screens/admin/admin-palette.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';

const CUSTOMER: CustomerResult = {
  id: 1,
  firstName: 'Naledi',
  lastName: 'Khumalo',
  email: 'naledi@example.co.za',
  owNumber: 'OW1',
  company: null,
  phone: null,
  customerStatus: 'Active',
};

const Finder = Object.assign(AdminFinder, { preload: async () => undefined });

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const options = () => screen.queryAllByRole('option');
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
/** Waits until the results are these, each with a part of its text. */
const expectResults = (...parts: string[]) =>
  waitFor(() =>
    expect(options().map(({ textContent }) => textContent)).toEqual(
      parts.map((part) => expect.stringContaining(part)),
    ),
  );

const NO_RECORDS: PaletteAnswer = { invoices: [], creditNotes: [], services: [], tickets: [] };

/** Answers each search of the clients, and with it the search of their records. */
const withRecords = (answers: Answers, records = NO_RECORDS): Answers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([route, answer]) => [
      [route, answer],
      [route.replace('/api/search', '/api/admin/palette'), () => json(records)],
    ]),
  );

const openSearch = async (answers: Answers, records?: PaletteAnswer) => {
  const browser = await openBrowser(withRecords(answers, records));
  browser.show(<FinderSearch acts={[]} Finder={Finder} />);

  return {
    readSearches: () =>
      browser.sent.flatMap(({ route }) => {
        const [path, query] = route.split('?q=');

        return path === 'GET /api/search' ? [query] : [];
      }),
  };
};

afterEach(() => {
  vi.useRealTimers();
});

it('the search opens its dropdown with the second character and closes it with the text', async () => {
  const { readSearches } = await openSearch({ 'GET /api/search?q=na': () => json([CUSTOMER]) });
  type('n');
  expect(box().getAttribute('aria-expanded')).toBe('false');
  type('na');
  await expectResults('Naledi Khumalo');
  expect(box().getAttribute('aria-expanded')).toBe('true');
  type('n');

  expect(options()).toEqual([]);
  expect(readSearches()).toEqual(['na']);
});

it('the search says that it is searching, and that nothing was found', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await openSearch({ 'GET /api/search?q=zzzzzz': () => promise });
  type('zzzzzz');
  const area = within(screen.getByRole('search'));
  expect(await area.findByText('Searching...', { selector: 'p' })).toBeTruthy();
  // There is no list yet that the field could control.
  expect(box().hasAttribute('aria-controls')).toBe(false);

  resolve(json([]));
  expect(await area.findByText('Try different search terms')).toBeTruthy();
  expect(screen.getByRole('search').querySelector('[aria-live]')?.textContent).toBe('No results found');
  expect(box().hasAttribute('aria-controls')).toBe(false);
});

it("the search keeps the shorter word's results until the longer one's arrive, and drops outdated ones", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { readSearches } = await openSearch({
    'GET /api/search?q=na': () => json([CUSTOMER]),
    'GET /api/search?q=nal': () => promise,
    'GET /api/search?q=naledi': () => json([{ ...CUSTOMER, firstName: 'Naledi Ann' }]),
  });
  type('na');
  await expectResults('Naledi Khumalo');
  type('nal');
  await waitFor(() => expect(readSearches()).toEqual(['na', 'nal']));
  await expectResults('Naledi Khumalo');

  type('naledi');
  await expectResults('Naledi Ann Khumalo');
  await act(async () => resolve(json([{ ...CUSTOMER, firstName: 'Outdated' }])));
  await expectResults('Naledi Ann Khumalo');
});

it('the search requests the same word again only after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { readSearches } = await openSearch({ 'GET /api/search?q=naledi': () => json([CUSTOMER]) });
  const searchAnew = async () => {
    type('');
    await expectResults();
    type('naledi');
    await expectResults('Naledi Khumalo');
  };
  await searchAnew();
  vi.setSystemTime(Date.now() + 29_000);
  await searchAnew();
  expect(readSearches()).toHaveLength(1);

  vi.setSystemTime(Date.now() + 1000);
  await searchAnew();
  await waitFor(() => expect(readSearches()).toHaveLength(2));
});

it("a search result without a name or status says 'Unknown', and only an active one stands out", async () => {
  await openSearch({
    'GET /api/search?q=naledi': () =>
      json([
        { ...CUSTOMER, phone: '+27821234567', company: 'Khumalo Logistics' },
        { ...CUSTOMER, id: 2, customerStatus: 'Inactive' },
        { ...CUSTOMER, id: 3, firstName: '', lastName: '', customerStatus: null },
      ]),
  });
  type('naledi');
  await waitFor(() =>
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'Khumalo LogisticsActiveOW1 · Naledi Khumalonaledi@example.co.za · +27 82 123 4567',
      'Naledi KhumaloInactiveOW1naledi@example.co.za',
      'UnknownUnknownOW1naledi@example.co.za',
    ]),
  );

  const [active, inactive, nameless] = ['Active', 'Inactive', 'Unknown'].map(
    (status) => screen.getAllByText(status, { selector: 'span' }).at(-1)?.className,
  );
  expect(nameless).toBe(inactive);
  expect(active).not.toBe(inactive);
});

it('the search says that a service matches if no shown field does', async () => {
  await openSearch({ 'GET /api/search?q=8927': () => json([CUSTOMER]) });
  type('8927');

  await expectResults('Matches a service: “8927”');
});

const RECORDS: PaletteAnswer = {
  invoices: [
    {
      id: 31,
      invoiceNumber: 'INV-2026-000863',
      totalAmount: 934,
      status: 'pending',
      amountDue: 934,
      credited: 0,
      writtenOff: 0,
      userId: 1,
      userName: 'Naledi Khumalo',
      company: 'Khumalo Logistics',
    },
  ],
  creditNotes: [
    {
      id: 9,
      creditNoteNumber: 'CN-2026-000863',
      totalAmount: 100,
      invoiceId: 31,
      invoiceNumber: 'INV-2026-000863',
      userId: 1,
      userName: 'Naledi Khumalo',
      company: null,
    },
  ],
  services: [
    {
      id: 5,
      name: '4G uncapped',
      number: '8927074870433499863',
      userId: 2,
      userName: 'Grant Smith',
      company: null,
    },
  ],
  tickets: [
    { id: 8631, subject: 'No signal', status: 2, userId: 1, userName: 'Naledi Khumalo', company: null },
  ],
};

/** Returns the names and keys of the shown groups with the records in them. */
const shownGroups = () =>
  screen.getAllByRole('group').map((group) => [
    group.getAttribute('aria-label'),
    ...within(group)
      .getAllByRole('option')
      .map(({ id }) => id.split('-').slice(1).join('-')),
  ]);

it('the header and the palette find the same clients, documents, services and tickets for the same text', async () => {
  const answers = withRecords(
    { 'GET /api/search?q=863': () => json([{ ...CUSTOMER, phone: '+27828631234' }]) },
    RECORDS,
  );
  const header = await openBrowser(answers);
  const { unmount } = header.show(<FinderSearch acts={[]} Finder={Finder} />);
  type('863');
  await screen.findByRole('group', { name: 'Tickets' });
  const found = shownGroups();
  expect(screen.getByText('R 934,00 · Khumalo Logistics')).toBeTruthy();
  expect(found.map(([title]) => title)).toEqual([
    'Clients',
    'Invoices',
    'Credit notes',
    'Services',
    'Tickets',
  ]);
  expect(options()[2]?.textContent).toBe('CN-2026-000863R\u00a0100,00 of INV-2026-000863 · Naledi Khumalo');
  expect(options()[3]?.textContent).toBe('8927 0748 7043 3499 8634G uncapped · Grant Smith');
  unmount();

  const palette = await openBrowser(answers);
  palette.show(<AdminPalette title="Search and act" acts={[]} onClose={() => undefined} />);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '863' } });
  await screen.findByRole('group', { name: 'Tickets' });
  expect(shownGroups().slice(0, -1)).toEqual(found);
});

it.each([
  ['by their phone', { phone: '+27828631234' }, 'Naledi Khumalo+27 82 863 1234 · OW1 · naledi@example.co.za'],
  ['by their company', { company: 'Depot 863' }, 'Depot 863OW1 · Naledi Khumalo · naledi@example.co.za'],
  ['by one of their services', {}, 'Naledi KhumaloMatches a service: “863” · OW1 · naledi@example.co.za'],
])('the palette shows first why it found a client: %s', async (_how, known, shown) => {
  const { show } = await openBrowser(
    withRecords({ 'GET /api/search?q=863': () => json([{ ...CUSTOMER, ...known }]) }),
  );
  show(<AdminPalette title="Search and act" acts={[]} onClose={() => undefined} />);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '863' } });

  await waitFor(() => expect(options()[0]?.textContent).toBe(shown));
});

it('a client who is found by a service is shown with its number', async () => {
  await openSearch({ 'GET /api/search?q=863': () => json([{ ...CUSTOMER, id: 2 }]) }, RECORDS);
  type('863');
  await screen.findByRole('group', { name: 'Services' });

  expect(options()[0]?.textContent).toContain('Service 8927 0748 7043 3499 863');
});

it('a client found by a name with the number that follows it is not said to match a service', async () => {
  await openSearch({ 'GET /api/search?q=khumalo+ow1': () => json([CUSTOMER]) });
  type('khumalo ow1');

  await expectResults('naledi@example.co.za');
  expect(options()[0]?.textContent).not.toContain('Matches a service');
});
