// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { BilledService, Service } from '#shared/contract/services.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { dayAfter, formatDay, monthAfter } from '#shared/dates.ts';
import { daysOfMonth, formatMonth, startOf } from '#shared/months.ts';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { emptyItem, UNREADABLE_QUANTITY } from '#web/features/invoices/form/invoice-items.ts';
import { offerLines } from '#web/features/invoices/form/offered-lines.ts';
import {
  firstUnbilledMonth,
  monthsToChoose,
  offerMonth,
} from '#web/features/invoices/form/offered-months.ts';
import { MonthOffer } from '#web/features/invoices/form/offered-services.tsx';
import type { NewInvoice } from '#web/features/invoices/mutations.ts';
import type { ServiceDay } from '#web/features/services/service-title.ts';
import { UNREADABLE_AMOUNT } from '#web/lib/forms/amount-entry.ts';
import { forgetDrafts, keepDrafts } from '#web/lib/forms/drafts.ts';
import { NewInvoiceDialog } from '#web/screens/admin/new-invoice-dialog.tsx';
import { dialogSteps } from '../dialog-steps.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { NO_DAYS } from '../service-days.ts';

const CLIENT = makeUserDetail({
  User_Name: 'Naledi',
  User_Surname: 'Mokoena',
  User_Email: 'naledi@example.com',
  User_Address: '1 Loop Street',
});

const SERVICE: Service = {
  id: 1,
  serviceCategory: 'Internet',
  accountType: 'Uncapped 5G',
  accountUsername: null,
  msisdn: null,
  simSerialNumber: null,
  pricePerMonth: 397,
  status: 'active',
  ...NO_DAYS,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

const EARLIER = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'paid',
  createdAt: '2026-10-01T08:00:00.000Z',
  totalAmount: 500,
  fileName: null,
  dueDate: '2026-10-08',
  reference: 'INV-2026-000003',
};

const MONTH = monthAfter(new Date(), 0);
const MONTH_NAME = formatMonth(startOf(MONTH));
const NEXT = monthAfter(new Date(), 1);
const NEXT_NAME = formatMonth(startOf(NEXT));
const BILLED = `GET /api/admin/users/7/billed-services?since=${monthAfter(new Date(), -1)}-01`;

const NAMES = {
  'GET /api/admin/users/7': () => json(CLIENT),
  'GET /api/users/7/invoices': () => json([EARLIER]),
};

const refuse = (status: number, body: object): Response => json({ message: 'No', ...body }, status);

/** Opens the form; the first tries to create the invoice are answered with these refusals. */
const openForm = async (answers: Answers = {}, ...refusals: Response[]) => openBegun(null, answers, refusals);

/** As `openForm`; the lines begin with the unbilled days of this service. */
const openBegun = async (begun: ServiceDay | null, answers: Answers, refusals: Response[] = []) => {
  const browser = await openBrowser({
    ...NAMES,
    'GET /api/admin/users/7/services': () => json([SERVICE]),
    [BILLED]: () => json([]),
    'GET /api/billing-details': () => json({ isTaxInvoice: true, termsDays: 7 }),
    'POST /api/invoices': () => refusals.shift() ?? json({ id: 9, invoiceNumber: 'INV-2026-000009' }, 201),
    ...answers,
  });
  const steps = dialogSteps();
  browser.show(<NewInvoiceDialog userId={7} client={undefined} subject={begun} {...steps} />);
  await screen.findByLabelText('Description 1');
  const created = () =>
    browser.sent
      .filter(({ route }) => route === 'POST /api/invoices')
      .map(({ body }) => body as NewInvoice['body']);

  return { ...browser, ...steps, created };
};

/** Adds the region for which a dialog waits, and without which it rejects when it is closed. */
const addToastRegion = () => {
  const region = document.createElement('div');
  region.setAttribute('role', 'region');
  region.setAttribute('aria-label', 'Notifications');
  document.body.append(region);
  onTestFinished(() => region.remove());
};

/** happy-dom has no popovers. */
beforeAll(() => {
  HTMLElement.prototype.hidePopover = () => undefined;
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(fieldOf(label), { target: { value } });
const shownLines = () =>
  screen.getAllByLabelText<HTMLInputElement>(/^Description \d+$/).map(({ value }) => value);
const shown = (text: string) => screen.queryByText((content) => content.replaceAll('\u00a0', ' ') === text);

/** The name of the button that adds all of a month. */
const offerOf = (month: string, all: string) =>
  `Add all of ${month}: ${all.replace('R ', 'R\u00a0').replace('1 191', '1\u00a0191')}`;
const queryOffer = () => document.querySelector('[data-offer]');

const typeLine = (number: number, description: string, quantity: string, amount: string) => {
  type(`Description ${number}`, description);
  type(`Quantity ${number}`, quantity);
  type(`Amount ${number}`, amount);
};

const typeLines = (...descriptions: string[]) => {
  for (const [index, description] of descriptions.entries()) {
    if (index > 0) {
      press('Add item');
    }
    typeLine(index + 1, description, '1', '10');
  }
};

describe('lines in the form of a new invoice', () => {
  it('the invoice form shows the amount of each line and the total, rounded as the server rounds', async () => {
    const { created } = await openForm();
    typeLine(1, 'Data', '2,5', '0,33');
    press('Add item');
    typeLine(2, 'Router', '', '100');

    expect(fieldOf('Sum 1').textContent).toBe('R\u00a00,83');
    expect(fieldOf('Sum 2').textContent).toBe('R\u00a0100,00');
    expect(shown('Total R 100,83')).not.toBeNull();

    press('Create Invoice');
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(created()[0]).toEqual({
      userId: 7,
      lineItems: [
        { description: 'Data', quantity: 2.5, amount: 0.33 },
        { description: 'Router', quantity: 1, amount: 100 },
      ],
    });
  });

  it.each([
    ['2,5555', UNREADABLE_QUANTITY],
    ['1,000', UNREADABLE_QUANTITY],
    ['2.000', UNREADABLE_QUANTITY],
    ['many', UNREADABLE_QUANTITY],
    ['-1', 'Quantity must be from 0,001 to 99 999,999'],
    ['0', 'Quantity must be from 0,001 to 99 999,999'],
    ['1'.repeat(20), 'Quantity must be from 0,001 to 99 999,999'],
  ])(
    'the invoice form with a quantity %s is not sent and explains why at the field',
    async (quantity, sentence) => {
      const { created } = await openForm();
      typeLine(1, 'Data', quantity, '10');
      press('Create Invoice');

      expect(await screen.findByText(sentence)).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(fieldOf('Quantity 1')));
      expect(created()).toEqual([]);
    },
  );

  it('the invoice form accepts an amount and a quantity in the format that the portal shows', async () => {
    const { created } = await openForm();
    typeLine(1, 'Mast', '1\u00a0000', 'R\u00a01\u00a0250,50');

    expect(shown('Total R 1 250 500,00')).not.toBeNull();
    press('Create Invoice');
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(created()[0]?.lineItems).toEqual([{ description: 'Mast', quantity: 1000, amount: 1250.5 }]);
  });

  it('the invoice form marks a quantity with a separator of thousands when its field is left', async () => {
    await openForm();
    typeLine(1, 'Cable', '12,500', '2,50');
    expect(shown(UNREADABLE_QUANTITY)).toBeNull();
    fireEvent.blur(fieldOf('Quantity 1'));

    expect(shown(UNREADABLE_QUANTITY)).not.toBeNull();
    expect(fieldOf('Quantity 1').value).toBe('12,500');
    expect(fieldOf('Sum 1').textContent).toBe('R\u00a00,00');
  });

  it('the invoice form keeps an unreadable amount, marks it on blur, and is not sent with it', async () => {
    const { created } = await openForm();
    typeLine(1, '', '1', '1,250');
    expect(screen.queryByText(UNREADABLE_AMOUNT)).toBeNull();

    fireEvent.blur(fieldOf('Amount 1'));
    expect(screen.queryByText(UNREADABLE_AMOUNT)).not.toBeNull();
    expect(fieldOf('Amount 1').value).toBe('1,250');
    expect(shown('Total R 0,00')).not.toBeNull();

    press('Create Invoice');
    expect(await screen.findByText('Description is required')).toBeTruthy();
    expect(screen.queryByText(UNREADABLE_AMOUNT)).not.toBeNull();
    expect(created()).toEqual([]);
  });

  it('the invoice form is restored after an ended session, including an unreadable amount', async () => {
    await openForm();
    typeLine(1, 'Mast', '1', '1,250');
    keepDrafts(1);
    onTestFinished(forgetDrafts);
    cleanup();
    await openForm();

    await waitFor(() => expect(fieldOf('Amount 1').value).toBe('1,250'));
    expect(screen.queryByText(UNREADABLE_AMOUNT)).not.toBeNull();
  });

  it('the invoice form is restored if the session ended while another dialog had its place', async () => {
    await openForm();
    typeLine(1, 'Mast', '1', '1250');
    keepDrafts();
    onTestFinished(forgetDrafts);
    cleanup();
    keepDrafts(1);
    await openForm();

    await waitFor(() => expect(fieldOf('Amount 1').value).toBe('1250'));
  });

  it('the invoice form with too large a total is not sent and explains why below the lines', async () => {
    const { created } = await openForm();
    typeLine(1, 'Mast', '1', '9999999999,99');
    press('Add item');
    typeLine(2, 'Cable', '1', '0,01');
    press('Create Invoice');

    const reason = await screen.findByText('The total is too large');
    await waitFor(() => expect(document.activeElement).toBe(reason));
    expect(created()).toEqual([]);

    type('Amount 2', '0');
    await waitFor(() => expect(screen.queryByText('The total is too large')).toBeNull());
  });

  it("the invoice form shows the server's refusal of all lines below them", async () => {
    const refusal = refuse(400, { fields: { lineItems: 'These lines are not allowed.' } });
    await openForm({}, refusal);
    typeLine(1, 'Mast', '1', '10');
    press('Create Invoice');

    expect(await screen.findByText('These lines are not allowed.')).toBeTruthy();
  });

  const choose = (number: number, act: string) => {
    press(`Actions for item ${number}`);
    fireEvent.click(screen.getByText(act));
  };

  it('the menu of a line moves and duplicates it, and the focus and an announcement follow', async () => {
    await openForm();
    typeLines('A', 'B', 'C');

    choose(3, 'Move up');
    expect(shownLines()).toEqual(['A', 'C', 'B']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for item 2');
    expect(screen.queryByText('Item 3 is now item 2 of 3.')).not.toBeNull();

    choose(2, 'Duplicate');
    expect(shownLines()).toEqual(['A', 'C', 'C', 'B']);
    expect(document.activeElement).toBe(fieldOf('Description 3'));

    press('Actions for item 1');
    expect(screen.queryByText('Move up')).toBeNull();
    press('Actions for item 4');
    expect(screen.queryByText('Move down')).toBeNull();
  });

  it('Enter leads through the fields, and adds a line after the last amount unless the line is blank', async () => {
    await openForm();
    const enter = (label: string) => fireEvent.keyDown(fieldOf(label), { key: 'Enter' });
    enter('Amount 1');
    expect(shownLines()).toHaveLength(1);
    expect(document.activeElement).toBe(fieldOf('Description 1'));

    typeLine(1, 'Mast', '1', '10');
    enter('Description 1');
    expect(document.activeElement).toBe(fieldOf('Quantity 1'));
    enter('Quantity 1');
    expect(document.activeElement).toBe(fieldOf('Amount 1'));
    enter('Amount 1');
    expect(shownLines()).toEqual(['Mast', '']);
    expect(document.activeElement).toBe(fieldOf('Description 2'));
  });

  it('lines of the invoice form keep their amounts and quantities when one is moved or removed', async () => {
    await openForm();
    typeLine(1, 'A', '2', '10');
    press('Add item');
    typeLine(2, 'B', '3', '100');

    choose(1, 'Move down');
    expect(fieldOf('Sum 1').textContent).toBe('R\u00a0300,00');
    press('Remove item 1');
    expect(shownLines()).toEqual(['A']);
    expect(shown('Total R 20,00')).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Remove item 1' })).toHaveProperty('disabled', true);
  });
});

describe('invoice lines from services', () => {
  it('lines are offered for active services with a price, with the days of the month', () => {
    const services = [
      SERVICE,
      { ...SERVICE, id: 2, accountType: null, pricePerMonth: 129 },
      { ...SERVICE, id: 3, status: 'suspended' },
      { ...SERVICE, id: 4, pricePerMonth: 0 },
    ];

    const days = { from: '2026-12-01', to: '2026-12-31' };
    expect(offerLines(services, '2026-12')).toMatchObject([
      { serviceId: 1, description: 'Uncapped 5G, December 2026', amount: 397, ...days },
      { serviceId: 2, description: 'Internet, December 2026', amount: 129, ...days },
    ]);
  });

  const wordsOf = (service: Partial<Service>, billed: BilledService[] = [], month = '2027-01') =>
    offerLines([{ ...SERVICE, pricePerMonth: 370, ...service }], month, billed).map(
      ({ description, amount, isRepeat }) => [description, amount, isRepeat],
    );
  const billedDays = (from: string, to: string): BilledService => ({
    serviceId: 1,
    from,
    to,
    invoiceId: 29,
    invoiceNumber: 'INV-2026-000029',
  });

  it.each<[string, Partial<Service>, BilledService[], unknown[]]>([
    [
      'that starts within the month is offered from its first day on',
      { billFrom: '2027-01-22' },
      [],
      [['Uncapped 5G, 22 to 31 January 2027 (10 of 31 days)', 119.35, false]],
    ],
    [
      'that ends within the month is offered up to its last day, with its number',
      { billUntil: '2027-01-10', msisdn: '+27821234567' },
      [],
      [['Uncapped 5G, 082 123 4567, 1 to 10 January 2027 (10 of 31 days)', 119.35, false]],
    ],
    [
      'whose price changes within the month has a line for each price',
      {
        prices: [
          { from: '2026-01-01', amount: 370 },
          { from: '2027-01-15', amount: 399 },
        ],
      },
      [],
      [
        ['Uncapped 5G, 1 to 14 January 2027 (14 of 31 days)', 167.1, false],
        ['Uncapped 5G, 15 to 31 January 2027 (17 of 31 days)', 218.81, false],
      ],
    ],
    [
      'of which days are billed is offered without them, and the parts add up to the price',
      {},
      [billedDays('2027-01-08', '2027-01-20')],
      [
        ['Uncapped 5G, 1 to 7 January 2027 (7 of 31 days)', 83.55, false],
        ['Uncapped 5G, 21 to 31 January 2027 (11 of 31 days)', 131.29, false],
      ],
    ],
    [
      'that became inactive by its last day is offered up to it',
      { status: 'inactive', billUntil: '2027-01-10' },
      [],
      [['Uncapped 5G, 1 to 10 January 2027 (10 of 31 days)', 119.35, false]],
    ],
    [
      'that is billed is offered as a repeat while it is active',
      {},
      [billedDays('2027-01-01', '2027-01-31')],
      [['Uncapped 5G, January 2027', 370, true]],
    ],
    [
      'that is billed and has ended is not offered',
      { status: 'inactive', billUntil: '2027-01-31' },
      [billedDays('2027-01-01', '2027-01-31')],
      [],
    ],
    ['that ended before the month is not offered', { billUntil: '2026-12-31' }, [], []],
    ['that starts after the month is not offered', { billFrom: '2027-02-01' }, [], []],
    [
      'whose days come to less than a cent is not offered',
      { pricePerMonth: 0.01, billUntil: '2027-01-01' },
      [],
      [],
    ],
  ])('a service %s', (_, service, billed, offered) => {
    expect(wordsOf(service, billed)).toEqual(offered);
  });

  it('a month in which no service has days says so, and another month can be chosen', async () => {
    const next = `${monthAfter(new Date(), 1)}-01`;
    await openForm({
      'GET /api/admin/users/7/services': () => json([{ ...SERVICE, billFrom: next }]),
    });
    expect(queryOffer()?.textContent).toContain(NEXT_NAME);
    press('Add from services');
    fireEvent.change(fieldOf('Month'), { target: { value: MONTH } });

    expect(shown(`No service has days to bill in ${MONTH_NAME}.`)).not.toBeNull();
  });

  it('a new invoice begins with the unbilled days of the service that has just ended', async () => {
    const days = {
      from: '2026-11-10',
      to: '2026-11-24',
      days: 15,
      ofDays: 30,
      pricePerMonth: 370,
      amount: 185,
    };
    const { created } = await openBegun(
      { serviceId: 1, day: '2026-11-24' },
      { 'GET /api/admin/services/1/unbilled?until=2026-11-24': () => json([days]) },
    );
    expect(shownLines()).toEqual(['Uncapped 5G, 10 to 24 November 2026 (15 of 30 days)']);
    press('Create Invoice');

    await waitFor(() => expect(created()).toHaveLength(1));
    expect(created()[0]?.lineItems).toMatchObject([
      { serviceId: 1, from: '2026-11-10', to: '2026-11-24', amount: 185 },
    ]);
  });

  it('lines from services replace a blank line, one by one or all at once', async () => {
    const services = [SERVICE, { ...SERVICE, id: 2 }, { ...SERVICE, id: 3, accountType: 'Hosting' }];
    await openForm({ 'GET /api/admin/users/7/services': () => json(services) });
    const month = MONTH_NAME;
    press('Add from services');
    await screen.findByRole('button', { name: `Add Hosting, ${month}` });

    press(`Add Hosting, ${month}`);
    expect(shownLines()).toEqual([`Hosting, ${month}`]);
    press(offerOf(month, '2 services, R 794,00'));
    expect(shownLines()).toEqual([`Hosting, ${month}`, `Uncapped 5G, ${month}`, `Uncapped 5G, ${month}`]);
    expect(document.activeElement?.textContent).toBe(`${month} is on this invoice: 3 services`);
    expect(queryOffer()).toBeNull();
    expect(shown('Total R 1 191,00')).not.toBeNull();

    press('Remove item 1');
    expect(queryOffer()?.textContent).toContain('1 service');
  });
});

it('services beyond the 200 lines of an invoice are not added, and the form says how many fit', async () => {
  const { show } = await openBrowser();
  const added: unknown[] = [];
  show(
    <MonthOffer
      offered={offerMonth([SERVICE, { ...SERVICE, id: 2 }], [], MONTH)}
      typed={[emptyItem()]}
      room={1}
      onAdd={(lines) => added.push(...lines.map(({ serviceId }) => serviceId))}
    />,
  );

  expect(
    screen.queryByText('An invoice holds at most 200 line items: 1 of these 2 services has room.'),
  ).not.toBeNull();
  press(offerOf(MONTH_NAME, '1 service, R 397,00'));
  expect(added).toEqual([1]);
});

describe('the month with which the form of an invoice opens', () => {
  const on = (month: string, serviceId: number, invoiceNumber: string) => ({
    serviceId,
    ...daysOfMonth(month),
    invoiceId: 29,
    invoiceNumber,
  });
  const services = [SERVICE, { ...SERVICE, id: 2, accountType: 'Hosting', pricePerMonth: 129 }];
  const past = monthAfter(new Date(), -1);
  const pastName = formatMonth(startOf(past));

  it.each([
    ['this month, if nothing of it is billed', [], `${MONTH_NAME}: 2 services, R 526,00`, ''],
    [
      'this month, if one service is billed',
      [on(past, 1, 'INV-1'), on(MONTH, 1, 'INV-2')],
      `${MONTH_NAME}: 1 service, R 129,00`,
      `Billed already: ${pastName}: INV-1, ${MONTH_NAME}: INV-2`,
    ],
    [
      'the next month, if all of this one is billed',
      [on(MONTH, 1, 'INV-2'), on(MONTH, 2, 'INV-3')],
      `${NEXT_NAME}: 2 services, R 526,00`,
      `Billed already: ${MONTH_NAME}: INV-2 and INV-3`,
    ],
  ])('is %s, with what is billed beside its one button', async (_name, billed, offer, beside) => {
    await openForm({
      'GET /api/admin/users/7/services': () => json(services),
      [BILLED]: () => json(billed),
    });

    const button = queryOffer();
    expect(button?.textContent?.replaceAll('\u00a0', ' ')).toContain(`Add all of ${offer}`);
    expect(document.activeElement).toBe(button);
    expect(document.body.textContent?.match(/Billed already: .*?(?=Description)/)?.[0] ?? '').toBe(beside);
  });

  it('is one of a year ahead, if all before it is billed, and such a month can be chosen', () => {
    const months = Array.from({ length: 5 }, (_, ahead) => monthAfter(new Date(), ahead));
    const billed = months.flatMap((month) => [on(month, 1, 'INV-1'), on(month, 2, 'INV-1')]);
    const first = monthAfter(new Date(), 5);

    expect(firstUnbilledMonth(services, billed, new Date())).toBe(first);
    expect(monthsToChoose(services, billed, new Date())).toEqual([past, ...months, first]);
  });

  it('is not needed: without an active service with a price the form says so, and the first line has the focus', async () => {
    await openForm({ 'GET /api/admin/users/7/services': () => json([{ ...SERVICE, status: 'suspended' }]) });

    expect(shown('This client has no active service with a price.')).not.toBeNull();
    expect(queryOffer()).toBeNull();
    expect(document.activeElement).toBe(fieldOf('Description 1'));
  });

  it('waits for services that could not be read, while lines can be typed', async () => {
    let isBroken = true;
    await openForm({
      [BILLED]: () => (isBroken ? json({ message: 'The database is not there.' }, 400) : json([])),
    });
    typeLine(1, 'Mast', '1', '10');
    expect(shown('Error loading services. Please try again.')).not.toBeNull();
    isBroken = false;
    press('Try again');

    await waitFor(() => expect(queryOffer()).not.toBeNull());
    expect(shownLines()).toEqual(['Mast']);
  });
});

it('Ctrl and Enter create the invoice from any field, and the dialog ends with its act', async () => {
  const { created, onDone, onClose } = await openForm();
  typeLine(1, 'Mast', '1', '10');
  fireEvent.keyDown(fieldOf('Amount 1'), { key: 'Enter', ctrlKey: true });

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(created()).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

describe('a month that is billed already', () => {
  const days = daysOfMonth(MONTH);
  const onInvoice = (serviceId: number, invoiceId = 29) => ({
    serviceId,
    ...days,
    invoiceId,
    invoiceNumber: `INV-2026-0000${invoiceId}`,
  });
  const services = [
    SERVICE,
    { ...SERVICE, id: 2, accountType: 'Hosting' },
    { ...SERVICE, id: 3, accountType: 'VoIP' },
  ];
  const answers = {
    'GET /api/admin/users/7/services': () => json(services),
    [BILLED]: () => json([onInvoice(1), onInvoice(1, 31)]),
  };
  const stands = `${MONTH_NAME} is on INV-2026-000029`;
  const repeats = (created: readonly NewInvoice['body'][]) =>
    created.map(({ lineItems }) => lineItems.map(({ repeat }) => repeat ?? false));

  it('an offer says on which invoices its month is, and the button for all leaves it out', async () => {
    await openForm(answers);
    press('Add from services');

    const offers = await screen.findByRole('list', { name: 'Active services' });
    expect(offers.textContent).toContain(`${stands} and INV-2026-000031`);
    expect(offers.textContent?.match(/ is on /g)).toHaveLength(1);
    press(offerOf(MONTH_NAME, '2 services, R 794,00'));
    expect(shownLines()).toEqual([`Hosting, ${MONTH_NAME}`, `VoIP, ${MONTH_NAME}`]);
  });

  it('another month is offered with what is billed of it', async () => {
    await openForm(answers);
    press('Add from services');
    fireEvent.change(await screen.findByLabelText('Month'), { target: { value: NEXT } });
    await screen.findByRole('button', { name: `Add Hosting, ${NEXT_NAME}` });

    press(offerOf(NEXT_NAME, '3 services, R 1 191,00'));
    expect(shownLines()).toHaveLength(3);
  });

  it('a month of which all is billed says on which invoice in the place of the button', async () => {
    await openForm({ ...answers, [BILLED]: () => json([onInvoice(1), onInvoice(2), onInvoice(3)]) });
    press('Add from services');
    fireEvent.change(await screen.findByLabelText('Month'), { target: { value: MONTH } });

    expect(queryOffer()).toBeNull();
    expect(screen.getByText(/^All of /).textContent).toBe(`All of ${MONTH_NAME} is billed: INV-2026-000029`);
  });

  it('a line for such a month is sent as a repeat after one question, which can be left', async () => {
    addToastRegion();
    const { created } = await openForm(answers);
    press('Add from services');
    fireEvent.click(await screen.findByRole('button', { name: `Add Uncapped 5G, ${MONTH_NAME}` }));
    press('Create Invoice');
    const question = await screen.findByRole('alertdialog', { name: 'Bill this again?' });
    expect(question.textContent).toContain(`Uncapped 5G, ${MONTH_NAME}${stands}.`);
    fireEvent.click(within(question).getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText(stands)).toBeTruthy();
    expect(created()).toEqual([]);

    press('Create Invoice');
    fireEvent.click(await screen.findByRole('button', { name: 'Bill again' }));
    await waitFor(() => expect(repeats(created())).toEqual([[true]]));
    expect(created()[0]?.lineItems).toMatchObject([{ serviceId: 1, ...days }]);
  });

  it('a month that somebody else billed meanwhile is asked about with the typed lines kept', async () => {
    addToastRegion();
    const lines = [{ index: 1, invoiceId: 40, invoiceNumber: 'INV-2026-000040' }];
    const { created } = await openForm(answers, refuse(409, { code: 'already_billed', lines }));
    typeLine(1, 'Call-out', '1', '450');
    press('Add from services');
    fireEvent.click(await screen.findByRole('button', { name: `Add Hosting, ${MONTH_NAME}` }));
    press('Create Invoice');
    const question = await screen.findByRole('alertdialog', { name: 'Bill this again?' });
    expect(question.textContent).toContain(`${MONTH_NAME} is on INV-2026-000040`);
    expect(shownLines()).toEqual(['Call-out', `Hosting, ${MONTH_NAME}`]);

    fireEvent.click(within(question).getByRole('button', { name: 'Bill again' }));
    await waitFor(() =>
      expect(repeats(created())).toEqual([
        [false, false],
        [false, true],
      ]),
    );
  });

  it('a line whose service was deleted meanwhile says so, and stays', async () => {
    const sentence = 'This client does not have this service any more. Please remove the line.';
    await openForm(answers, refuse(422, { fields: { 'lineItems.0.serviceId': sentence } }));
    press('Add from services');
    fireEvent.click(await screen.findByRole('button', { name: `Add Hosting, ${MONTH_NAME}` }));
    press('Create Invoice');

    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(shownLines()).toEqual([`Hosting, ${MONTH_NAME}`]);
  });
});

describe('what the form of an invoice says before it is created', () => {
  const due = (days: number) => `due ${formatDay(dayAfter(new Date(), days), new Date())}`;
  const withClient = (change: Partial<UserDetail>) => ({
    'GET /api/admin/users/7': () => json({ ...CLIENT, ...change }),
  });
  const toNaledi = (text: string) => `To Naledi Mokoena, OW10007 · ${due(7)} · ${text}`;

  it.each<[string, Partial<UserDetail>, string]>([
    ['an address to which mail goes', {}, 'mailed to naledi@example.com'],
    ['a portal without mail', { mail: 'off' }, 'not mailed: this portal sends no mail'],
    ['an address that is not verified', { emailVerified: false }, 'not mailed: the address is not verified'],
    ['a blocked address', { mail: 'blocked' }, 'not mailed: the address is blocked'],
    ['a client who wants no mail', { mailsAreOn: false }, 'not mailed: mail is switched off'],
  ])('the form says whom it bills, until when, and where it is mailed: %s', async (_name, change, text) => {
    await openForm(withClient(change));

    await waitFor(() => expect(shown(toNaledi(text))).not.toBeNull());
  });

  it('the form says how much of the credit an invoice uses', async () => {
    await openForm(withClient({ User_Debit: 50 }));
    typeLine(1, 'Mast', '1', '397');
    const outlook = toNaledi('mailed to naledi@example.com · ');

    await waitFor(() => expect(shown(`${outlook}R 50,00 credit is used, R 347,00 stays due`)).not.toBeNull());
    type('Amount 1', '20');
    expect(shown(`${outlook}R 20,00 credit is used, nothing stays due`)).not.toBeNull();
  });

  it('the due date of the terms is shown and not sent, and another is sent', async () => {
    const { created } = await openForm();
    typeLine(1, 'Mast', '1', '10');
    await waitFor(() => expect(fieldOf('Due date').value).toBe(dayAfter(new Date(), 7)));
    press('Create Invoice');
    await waitFor(() => expect(created()).toHaveLength(1));

    type('Due date', dayAfter(new Date(), 30));
    expect(shown(toNaledi('mailed to naledi@example.com').replace(due(7), due(30)))).not.toBeNull();
    press('Create Invoice');
    await waitFor(() => expect(created()).toHaveLength(2));
    expect(created().map(({ dueDate }) => dueDate)).toEqual([undefined, dayAfter(new Date(), 30)]);
  });

  it('a refused due date says why at its field', async () => {
    const refusal = refuse(400, { fields: { dueDate: 'Due date must be later' } });
    await openForm({}, refusal);
    typeLine(1, 'Mast', '1', '10');
    press('Create Invoice');

    expect(await screen.findByText('Due date must be later')).toBeTruthy();
  });
});

describe('lines of an earlier invoice', () => {
  const answers = {
    'GET /api/invoices/3': () =>
      json({
        ...EARLIER,
        lineItems: [
          { description: 'Old line', amount: 200, quantity: 2.5 },
          { description: 'Old cable', amount: 10, quantity: 1.125 },
        ],
      }),
  };
  const choose = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Start from an earlier invoice' }));
    press('Use its lines');
  };

  it('lines of an earlier invoice fill an untouched form', async () => {
    await openForm(answers);
    await choose();

    await waitFor(() => expect(shownLines()).toEqual(['Old line', 'Old cable']));
    expect(fieldOf('Quantity 1').value).toBe('2,5');
    expect(fieldOf('Amount 1').value).toBe('200,00');
    expect(fieldOf('Sum 2').textContent).toBe('R\u00a011,25');
  });

  it('lines of an earlier invoice replace typed ones only after a question', async () => {
    addToastRegion();
    await openForm(answers);
    typeLines('Mine');
    await choose();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep mine' }));
    expect(shownLines()).toEqual(['Mine']);

    press('Use its lines');
    fireEvent.click(await screen.findByRole('button', { name: 'Replace lines' }));
    await waitFor(() => expect(shownLines()).toEqual(['Old line', 'Old cable']));
  });
});

describe("the client's address on a tax invoice above R 5 000", () => {
  const ADDRESS_MISSING =
    "A tax invoice over R 5 000,00 must show the client's address. Please add it first.";
  const NAMELESS = { ...CLIENT, User_Address: ' ' };
  const without = { 'GET /api/admin/users/7': () => json(NAMELESS) };

  it('the invoice form warns of a missing address, leads to its field, and comes back with its lines', async () => {
    const { onNext } = await openForm(without);
    onTestFinished(forgetDrafts);
    typeLine(1, 'Mast', '1', '5000,01');

    await waitFor(() => expect(shown(ADDRESS_MISSING)).not.toBeNull());
    press('Add the address');
    expect(onNext).toHaveBeenCalledExactlyOnceWith('user.edit:7:User_Address:invoice.new');

    cleanup();
    await openForm();
    await waitFor(() => expect(shownLines()).toEqual(['Mast']));
  });

  it.each([
    ['the account has an address', {}, '5000,01'],
    ['the total is not above the limit', without, '5000'],
    [
      'the supplier has no VAT number',
      { ...without, 'GET /api/billing-details': () => json({ isTaxInvoice: false, termsDays: 7 }) },
      '5000,01',
    ],
  ])('the invoice form does not require an address if %s', async (_name, answers, amount) => {
    const { queryClient } = await openForm(answers);
    typeLine(1, 'Mast', '1', amount);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));

    expect(shown(ADDRESS_MISSING)).toBeNull();
  });

  it('the invoice form shows a missing address that only the server knows', async () => {
    const refusal = refuse(422, { fields: { User_Address: ADDRESS_MISSING } });
    await openForm({}, refusal);
    typeLine(1, 'Mast', '1', '5000,01');
    expect(shown(ADDRESS_MISSING)).toBeNull();
    press('Create Invoice');

    await waitFor(() => expect(shown(ADDRESS_MISSING)).not.toBeNull());
    expect(shownLines()).toEqual(['Mast']);
  });
});
