// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Service } from '#shared/contract/services.ts';
import { dayAfter, nameDay } from '#shared/dates.ts';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { SERVICE_DIALOGS } from '#web/features/services/service-dialogs.ts';
import { ServicesTab } from '#web/features/services/services-tab.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { NO_DAYS } from '../service-days.ts';
import { WithDialogs } from '../with-dialogs.tsx';

const SERVICE: Service = {
  id: 3,
  serviceCategory: 'Voice',
  accountType: 'Reception',
  accountUsername: null,
  msisdn: null,
  simSerialNumber: null,
  pricePerMonth: 337,
  status: 'active',
  ...NO_DAYS,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
};

const MESSAGE = 'The portal cannot reach its database.';
const refuse = () => json({ message: MESSAGE, code: 'unavailable' }, 503);

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const openDeletion = async () => {
  const link = await screen.findByRole('link', { name: 'Delete Voice · Reception' });
  await act(async () => fireEvent.click(link));
};
const fieldOf = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.input(await fieldOf(label), { target: { value } });
const submit = async (name: string) => {
  const form = (await fieldOf('Account type')).closest('form');
  fireEvent.click(within(form ?? expect.unreachable()).getByRole('button', { name }));
};

const openTab = async (answers: Answers, open = '', isConsumer = false) => {
  const browser = await openBrowser(
    { 'GET /api/admin/users/7/services': () => json([SERVICE]), ...answers },
    `/admin?client=7&tab=services${open && `&open=${open}`}`,
  );
  await act(async () =>
    browser.show(
      <WithDialogs table={SERVICE_DIALOGS}>
        <ServicesTab userId={7} isConsumer={isConsumer} />
        <Toaster />
      </WithDialogs>,
    ),
  );
  await screen.findByRole('button', { name: 'Edit Voice · Reception', hidden: true });

  return browser;
};

const expectToast = async (title: string) =>
  expect((await screen.findByText(title)).parentElement?.textContent).toBe(`${title}${MESSAGE}`);

it("a service in the record shows its SIM serial number in fours, as the client's own page does", async () => {
  await openTab({
    'GET /api/admin/users/7/services': () => json([{ ...SERVICE, simSerialNumber: '8927074870433499244' }]),
  });

  expect(screen.getByText('8927 0748 7043 3499 244')).toBeDefined();
});

describe('a refused change of a service', () => {
  it.each([
    {
      what: 'a service that is refused',
      route: 'POST /api/admin/users/7/services',
      open: 'Add Service',
      save: 'Add Service',
      title: 'Error adding service',
    },
    {
      what: 'a service whose change is refused',
      route: 'PUT /api/admin/services/3',
      open: 'Edit Voice · Reception',
      save: 'Save service',
      title: 'Error updating service',
    },
  ])('$what says why and keeps the form', async ({ route, open, save, title }) => {
    await openTab({ [route]: refuse });
    await press(open);
    await type('Account type', 'Uncapped LTE');
    await submit(save);

    await expectToast(title);
    expect((await fieldOf('Account type')).value).toBe('Uncapped LTE');
  });

  it('a service whose deletion is refused says why and stays in the list', async () => {
    await openTab({ 'DELETE /api/admin/services/3': refuse });
    await openDeletion();
    await press('Delete service');

    await expectToast('Error deleting service');
    expect(screen.getByRole('button', { name: 'Edit Voice · Reception', hidden: true })).toBeTruthy();
  });
});

it('a link that deletes a service that is gone says so', async () => {
  await openTab({}, 'service.delete:4');

  expect(await screen.findByText('This service is gone')).toBeDefined();
});

it('a price that cannot be read stays as typed and blocks the save until it is changed', async () => {
  const { sent } = await openTab({
    'POST /api/admin/users/7/services': () => json({ ...SERVICE, id: 4 }, 201),
  });
  const readSent = () => sent.filter(({ route }) => route.startsWith('POST'));
  await press('Add Service');
  const price = await fieldOf('Price per month');
  price.focus();
  fireEvent.input(price, { target: { value: '1,250' } });
  fireEvent.blur(price);
  expect(price.value).toBe('1,250');
  await submit('Add Service');

  await screen.findByText('Enter an amount such as 1 250,50 or 1250.50');
  await waitFor(() => expect(document.activeElement).toBe(price));
  expect(readSent()).toEqual([]);

  fireEvent.input(price, { target: { value: 'R 1 250,50' } });
  await submit('Add Service');
  await screen.findByText('Service added successfully');
  expect(readSent()).toMatchObject([{ body: { serviceCategory: 'SIM Card', pricePerMonth: 1250.5 } }]);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Active Services' })),
  );
});

it("a new service is offered the account types of the client's services", async () => {
  await openTab({});
  await press('Add Service');
  const list = (await fieldOf('Account type')).getAttribute('list');

  expect(document.querySelector(`datalist[id="${list}"] option`)?.getAttribute('value')).toBe('Reception');
});

describe('the days and prices of a service in its form', () => {
  const TODAY = dayAfter(new Date(), 0);
  const PLANNED_DAY = dayAfter(new Date(), 40);
  const PLANNED: Service = {
    ...SERVICE,
    prices: [
      { from: '2026-01-01', amount: 337 },
      { from: PLANNED_DAY, amount: 399 },
    ],
  };
  const UNBILLED = {
    from: '2026-11-10',
    to: '2026-11-24',
    days: 15,
    ofDays: 30,
    pricePerMonth: 370,
    amount: 185,
  };
  const SAVED = 'PUT /api/admin/services/3';
  const text = () => (document.body.textContent ?? '').replace(/\s/g, ' ');
  const open = async (answers: Answers = {}, isConsumer = false) => {
    const browser = await openTab(
      {
        [SAVED]: () => json(SERVICE),
        [`GET /api/admin/services/3/unbilled?until=${TODAY}`]: () => json([UNBILLED]),
        ...answers,
      },
      '',
      isConsumer,
    );
    await press('Edit Voice · Reception');
    await fieldOf('Bill from');

    return { ...browser, saved: () => browser.sent.find(({ route }) => route === SAVED)?.body };
  };

  it('an edit that touches no day sends none', async () => {
    const { saved } = await open();
    await type('Account type', 'Gate');
    await submit('Save service');

    await waitFor(() => expect(saved()).toMatchObject({ accountType: 'Gate' }));
    expect(Object.keys(saved() as object)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^bill/)]),
    );
  });

  it.each([
    ['a person', true, true],
    ['a company', false, false],
  ])("a last day before the end of a consumer's notice warns for %s", async (_, isConsumer, isWarned) => {
    await open({}, isConsumer);
    await type('Last day', dayAfter(new Date(), 3));

    expect(text().includes(', after this day')).toBe(isWarned);
    expect(text()).toContain("A consumer's notice of 20 business days ends on");
  });

  it('what is inactive before its last day says that it is billed until then', async () => {
    await open();
    await type('Last day', dayAfter(new Date(), 3));
    expect(text()).not.toContain('although it is inactive');
    fireEvent.change(await fieldOf('Status'), { target: { value: 'inactive' } });

    expect(text()).toContain('It is billed until then, although it is inactive.');
  });

  it('what is made inactive shows today as its last day and what is not billed, and leads to an invoice with it', async () => {
    const { router } = await open({
      [SAVED]: () => json({ ...SERVICE, status: 'inactive', billUntil: TODAY }),
    });
    fireEvent.change(await fieldOf('Status'), { target: { value: 'inactive' } });

    expect((await fieldOf('Last day')).value).toBe(TODAY);
    expect(text()).toContain('becomes the last day');
    await waitFor(() => expect(text()).toContain('Not billed yet: 10 to 24 November 2026, R 185,00.'));
    fireEvent.click(screen.getByLabelText('Make an invoice with them next'));
    await submit('Save service');

    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ open: `invoice.new:3:${TODAY}`, tab: 'invoices' }),
    );
  });

  it('a new price asks from which day it counts, and warns of days that are billed beyond it', async () => {
    const billedUntil = dayAfter(new Date(), 20);
    const { saved } = await open({
      'GET /api/admin/users/7/services': () => json([{ ...SERVICE, billedUntil }]),
    });
    expect(screen.queryByLabelText('Price from')).toBeNull();
    await type('Price per month', '399');

    expect(text()).toContain(
      `Billed until ${nameDay(billedUntil)}: it counts from ${nameDay(dayAfter(new Date(), 21))}`,
    );
    await type('Price from', PLANNED_DAY);
    expect(text()).toContain(`R 337,00 a month, R 399,00 from ${nameDay(PLANNED_DAY)}`);
    await submit('Save service');
    await waitFor(() => expect(saved()).toMatchObject({ pricePerMonth: 399, priceFrom: PLANNED_DAY }));
  });

  it('a planned price is removed by the price of today from its day on', async () => {
    const { saved } = await open({ 'GET /api/admin/users/7/services': () => json([PLANNED]) });
    await press('Remove');

    expect(text()).toContain(`No longer R 399,00 from ${nameDay(PLANNED_DAY)}`);
    await submit('Save service');
    await waitFor(() => expect(saved()).toMatchObject({ pricePerMonth: 337, priceFrom: PLANNED_DAY }));
  });

  it('a planned price is filled in to be changed', async () => {
    await open({ 'GET /api/admin/users/7/services': () => json([PLANNED]) });
    await press('Change');

    expect((await fieldOf('Price per month')).value).toBe('399,00');
    expect((await fieldOf('Price from')).value).toBe(PLANNED_DAY);
  });

  it('a day that the server refuses says so at its field, and everything typed stays', async () => {
    const sentence = 'This day is billed already';
    await open({
      [SAVED]: () => json({ message: sentence, code: 'unprocessable', fields: { priceFrom: sentence } }, 422),
    });
    await type('Price per month', '399');
    await type('Price from', PLANNED_DAY);
    await submit('Save service');

    await waitFor(async () =>
      expect((await fieldOf('Price from')).getAttribute('aria-invalid')).toBe('true'),
    );
    expect((await fieldOf('Price from')).value).toBe(PLANNED_DAY);
    expect((await fieldOf('Price per month')).value).toBe('399');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Price from')));
  });

  it('a day that is not whole yet breaks nothing', async () => {
    await open();
    await type('Last day', '');
    await type('Bill from', '20265-01-01');
    await type('Price per month', '9'.repeat(400));

    expect(await fieldOf('Bill from')).toBeDefined();
  });

  it('the question before a deletion names what is not billed', async () => {
    await openTab({
      [`GET /api/admin/services/3/unbilled?until=${TODAY}`]: () =>
        json([UNBILLED, { ...UNBILLED, amount: 5.5 }]),
    });
    await openDeletion();

    await waitFor(() => expect(text()).toContain('together R 190,50'));
  });
});

describe('a service that is billed beyond its end', () => {
  const [TODAY, TOMORROW, LATER, MUCH_LATER] = [0, 1, 20, 200].map((days) => dayAfter(new Date(), days));
  const billed = (serviceId: number, invoiceId: number, to = LATER) => ({
    serviceId,
    from: TODAY,
    to,
    invoiceId,
    invoiceNumber: `INV-2026-00000${invoiceId}`,
  });
  const billing = (billed: object[]): Answers => ({
    [`GET /api/admin/users/7/billed-services?since=${TOMORROW}`]: () => json(billed),
    'PUT /api/admin/services/3': () => json({ ...SERVICE, status: 'inactive' }),
    'DELETE /api/admin/services/3': () => new Response(null, { status: 204 }),
  });
  const end = async () => {
    await press('Edit Voice · Reception');
    fireEvent.change(await fieldOf('Status'), { target: { value: 'inactive' } });
    await submit('Save service');
  };

  it.each([
    [
      'deleted',
      async () => {
        await openDeletion();
        await press('Delete service');
      },
    ],
    ['made inactive', end],
  ])(
    'a service that is %s leads to a credit note for the days after today, on its invoice',
    async (_, endIt) => {
      await openTab(billing([billed(3, 9), billed(4, 8)]));
      await endIt();
      const link = await screen.findByRole('link', { name: 'Credit note for INV-2026-000009' });
      const asked = new URL(String(link.getAttribute('href')), 'http://portal').searchParams;

      expect(screen.getAllByRole('link', { name: /^Credit note/ })).toHaveLength(1);
      expect(Object.fromEntries(asked)).toMatchObject({
        client: '7',
        tab: expect.stringContaining('invoices'),
        open: `invoice.credit:9:service:3:${TOMORROW}`,
      });
    },
  );

  it('a service that is billed for months to come leads to a credit note on each of their invoices', async () => {
    await openTab(billing([billed(3, 9), billed(3, 6, MUCH_LATER)]));
    await end();

    expect(await screen.findByRole('link', { name: 'Credit note for INV-2026-000009' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Credit note for INV-2026-000006' })).toBeDefined();
  });

  it('a link to the credit notes of a service says so if none is left to issue', async () => {
    await openTab(billing([billed(4, 8)]), `service.ended:3:${TOMORROW}`);

    expect(await screen.findByText('No day after its end is billed')).toBeDefined();
  });

  it('a service that is not billed beyond its end offers no credit note', async () => {
    const { sent } = await openTab(billing([billed(4, 8)]));
    await end();

    await waitFor(() =>
      expect(sent.filter(({ route }) => route.includes('billed-services'))).toHaveLength(1),
    );
    await screen.findByText('Service updated successfully');
    expect(screen.queryByText('Credit the days after today?')).toBeNull();
  });
});
