// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { CustomerSearch } from '#web/features/customers/customer-search.tsx';
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

const openSearch = async (answers: Answers) => {
  const browser = await openBrowser(answers);
  browser.show(<CustomerSearch onChoose={() => undefined} />);

  return { readSearches: () => browser.sent.map(({ route }) => route.split('?q=')[1]) };
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
      'Naledi KhumaloActiveOW1 · Khumalo Logisticsnaledi@example.co.za · +27 82 123 4567',
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
