// @vitest-environment happy-dom
import { Dialog } from '@chakra-ui/react';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SupportStatus, Ticket } from '#shared/contract/tickets.ts';
import { rememberSeenAnswer } from '#web/features/tickets/answers-seen.ts';
import { ChangeDetails } from '#web/features/tickets/change-details.tsx';
import { Support } from '#web/features/tickets/list/support.tsx';
import {
  SENDING_ID,
  useCloseTicket,
  useReplyToTicket,
  useWithdrawReply,
  useWithdrawTicket,
} from '#web/features/tickets/mutations.ts';
import { conversationQuery, ticketListQuery } from '#web/features/tickets/queries.ts';
import { CreateTicketBody } from '#web/features/tickets/writing/create-ticket-dialog.tsx';
import { dismissToast, toast, useToasts } from '#web/lib/browser/toast.ts';
import { CLIENT_KEY } from '#web/lib/reads/client-key.ts';
import { sessionQuery } from '#web/lib/session/session.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

/** The signed-in person. The hook reads it from a guarded route, which a component alone does not have. */
const person = vi.hoisted(() => ({ User_Id: 7 }));
vi.mock('#web/lib/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useUser: () => person,
}));

const NOW = '2026-11-20T12:05:00.000Z';

const TICKET: Ticket = {
  id: 12,
  subject: 'No signal',
  description: '',
  priority: 2,
  status: 2,
  created_at: '2026-11-19T08:00:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
  due_by: null,
  agent_responded_at: null,
  source: 2,
  type: null,
  is_escalated: false,
  urgent: false,
  tags: [],
  requester_id: 5,
  group_id: 3,
  cc_emails: [],
  reply_cc_emails: [],
  fwd_emails: [],
  custom_fields: {},
  attachments: [],
  delivery: 'sent',
  delivery_error: null,
  withdrawable: false,
};

const STATUS: SupportStatus = {
  state: 'ok',
  fetchedAt: '2026-11-20T12:03:00.000Z',
  total: 1,
  open: 1,
  averageFirstResponseMinutes: 95,
};

const GROUPS = [
  { id: 3, name: 'Billing' },
  { id: 4, name: 'Administration' },
];

const supportAnswers = ({
  tickets = [TICKET],
  status = {},
}: {
  tickets?: readonly Partial<Ticket>[];
  status?: Partial<SupportStatus>;
} = {}): Answers => ({
  'GET /api/support/tickets': () => json(tickets.map((ticket) => ({ ...TICKET, ...ticket }))),
  'GET /api/support/groups': () => json(GROUPS),
  'GET /api/support/status': () => json({ ...STATUS, ...status }),
});

const open = async (answers: Answers) => {
  const browser = await openBrowser(answers);
  browser.queryClient.setQueryData(sessionQuery.queryKey, person as never);

  return browser;
};

const noop = () => undefined;

const showSupport = async (
  content: Parameters<typeof supportAnswers>[0] = {},
  {
    filters = {},
    onFilter = noop,
  }: Partial<Pick<ComponentProps<typeof Support>, 'filters' | 'onFilter'>> = {},
) => {
  const { show } = await open(supportAnswers(content));
  show(<Support filters={filters} onFilter={onFilter} />);
  await screen.findByText('Avg Response');
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  person.User_Id = 7;
  vi.useFakeTimers({ now: Date.parse(NOW), shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const cardOf = (label: string) => screen.getByText(label).closest('.chakra-card__body')?.textContent;

it('the support cards show the number of tickets and the average time to the first answer', async () => {
  await showSupport({ status: { total: 1012, open: 4 } });
  await screen.findByText('1 h 35 min');

  expect(cardOf('Total Tickets')).toBe('Total Tickets1\u00A0012');
  expect(cardOf('Open Tickets')).toBe('Open Tickets4');
  expect(cardOf('Avg Response')).toBe('Avg Response1 h 35 minTo the first answer');
});

it.each([
  ['there is no answered ticket', supportAnswers({ status: { averageFirstResponseMinutes: null } })],
  ['there is no first copy', supportAnswers({ status: { fetchedAt: null } })],
  ['the figures cannot be loaded', { 'GET /api/support/status': () => json({ message: 'Away' }, 503) }],
])('if %s, the support cards show the target time and label it as a target', async (_name, answers) => {
  const { show } = await open(answers);
  show(<Support filters={{}} onFilter={noop} />);
  await screen.findByText('2h');

  expect(cardOf('Avg Response')).toBe('Avg Response2hOur target');
});

it('the ticket list shows who has to act, priority, department and the age of the last change', async () => {
  await showSupport({ tickets: [{ priority: 4, status: 3, tags: ['sim', 'slow'] }] });
  const ticket = (await screen.findByRole('link', { name: 'View No signal' })).closest('tr');

  expect(ticket?.textContent).toContain('No signal#12 · Billing');
  for (const text of ['Pending', 'Waiting for you', 'Urgent', '2 h ago', 'simslow']) {
    expect(ticket?.textContent).toContain(text);
  }
});

it.each([
  [{ status: 2 }, 'Waiting for us'],
  [{ status: 4 }, 'Resolved'],
  [{ status: 5 }, 'Closed'],
  [{ status: 6 }, 'Unknown'],
  [{ status: 2, due_by: '2026-11-20T12:04:59Z' }, 'Overdue'],
  [{ status: 2, is_escalated: true }, 'Escalated'],
  [{ id: -3, delivery: 'waiting' as const }, 'Waiting to be sent'],
  [{ id: -3, delivery: 'failed' as const }, 'Not sent'],
])('the ticket list shows a ticket with %j as %j', async (ticket, words) => {
  await showSupport({ tickets: [ticket] });
  await screen.findByRole('link', { name: 'View No signal' });

  expect(within(screen.getByRole('table')).getByText(words, { exact: false })).toBeTruthy();
});

it('the tickets are listed from the last changed one', async () => {
  await showSupport({
    tickets: [
      { id: 14, subject: 'Old', updated_at: '2026-11-01T08:00:00.000Z' },
      { id: 13, subject: 'Changed today', updated_at: '2026-11-20T08:00:00.000Z' },
    ],
  });
  const links = await screen.findAllByRole('link', { name: /^View / });

  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['View Changed today', 'View Old']);
});

it('an answer that came after the last visit is marked as new, and earlier ones are not', async () => {
  const answers = supportAnswers({ tickets: [{ agent_responded_at: '2026-11-20T09:00:00.000Z' }] });
  const first = await open(answers);
  first.show(<Support filters={{}} onFilter={noop} />);
  await screen.findByRole('link', { name: 'View No signal' });
  expect(screen.queryByText('New answer')).toBeNull();

  act(() =>
    first.queryClient.setQueryData(ticketListQuery.queryKey, [
      { ...TICKET, agent_responded_at: '2026-11-20T10:00:00.000Z' },
    ]),
  );
  expect(await screen.findByText('New answer')).toBeTruthy();

  act(() => rememberSeenAnswer(person.User_Id, 12, ['2026-11-20T10:00:00.000Z']));
  expect(screen.queryByText('New answer')).toBeNull();
});

it('a click on a ticket outside its controls opens it', async () => {
  const { show, router } = await open(supportAnswers());
  show(<Support filters={{}} onFilter={noop} />);
  fireEvent.click(await screen.findByText('Waiting for us'));

  await waitFor(() => expect(router.state.location.search).toEqual({ open: 'ticket.view:12' }));
});

it('the age of a ticket says its date and time on hover, by a press and on focus, and does not open the ticket', async () => {
  const { show, router } = await open(supportAnswers());
  show(<Support filters={{}} onFilter={noop} />);
  const age = await screen.findByRole('button', { name: '2 h ago' });
  expect(age.title).toBe('Nov 20, 2026 11:30');

  fireEvent.click(age);
  expect(age.textContent).toBe('Nov 20, 2026 11:30');
  act(() => age.blur());
  expect(age.textContent).toBe('2 h ago');
  act(() => age.focus());
  expect(age.textContent).toBe('Nov 20, 2026 11:30');
  expect(router.state.location.search).toEqual({});
});

it('a ticket that could not be sent shows the reason, but no number and no status', async () => {
  await showSupport({ tickets: [{ id: -3, delivery: 'failed', delivery_error: 'The helpdesk said no.' }] });
  await screen.findByText('The helpdesk said no.');
  const list = screen.getByRole('table').textContent;

  expect(list).not.toContain('#');
  expect(list).not.toContain('Open');
});

it.each([
  [3, 'Pending'],
  [4, 'Resolved'],
])(
  'a ticket with the status %i (%s), in which we have nothing to do, is shown neither as overdue nor as escalated',
  async (status, word) => {
    await showSupport({ tickets: [{ status, due_by: '2026-11-01T00:00:00Z', is_escalated: true }] });
    await screen.findByText(word, { selector: 'span' });

    expect(screen.getByRole('table').textContent).not.toMatch(/Overdue|Escalated/);
  },
);

it("the View link leads to the ticket's address, also for a waiting ticket", async () => {
  await showSupport({ tickets: [{}, { id: -4, subject: 'It waits' }] });
  const addressOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

  expect(await addressOf('View No signal')).toContain('open=ticket.view%3A12');
  expect(await addressOf('View It waits')).toContain('open=ticket.view%3A-4');
});

it('the status filter shows only the tickets of one status and reports the choice', async () => {
  const onFilter = vi.fn();
  await showSupport(
    { tickets: [{}, { id: 13, subject: 'Done with it', status: 5 }] },
    { filters: { show: 'closed' }, onFilter },
  );
  await screen.findByRole('link', { name: 'View Done with it' });
  expect(screen.queryByRole('link', { name: 'View No signal' })).toBeNull();

  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'resolved' } });
  expect(onFilter).toHaveBeenLastCalledWith({ show: 'resolved', search: undefined });
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onFilter).toHaveBeenLastCalledWith({});
});

it.each(['ROUTER slow', '#13', 'administration', 'stuck', 'since monday'])(
  'the search for "%s" finds a ticket by subject, number, department, tag or description',
  async (search) => {
    const found = {
      id: 13,
      subject: 'The router is slow',
      group_id: 4,
      tags: ['stuck'],
      description: '<p>Since <b>Monday</b></p>',
    };
    await showSupport({ tickets: [{}, found] }, { filters: { search } });
    const links = await screen.findAllByRole('link', { name: /^View / });

    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['View The router is slow']);
  },
);

it('a filter without matches offers only to clear it', async () => {
  await showSupport({}, { filters: { show: 'closed' } });
  const title = await screen.findByText('No tickets found');
  const note = title.closest('.chakra-card__root');

  expect(note?.querySelectorAll('a, button')).toHaveLength(1);
  expect(note?.querySelector('button')?.textContent?.trim()).toBe('Clear filters');
});

it('a client without tickets sees an explanation and can create one', async () => {
  await showSupport({ tickets: [], status: { total: 0, open: 0 } });
  const title = await screen.findByText('No tickets yet');
  const note = title.closest('.chakra-card__root');

  expect(note?.textContent).toContain('Your questions to us appear here');
  expect(note?.querySelector('a')?.getAttribute('href')).toContain('open=ticket.new');
});

it.each([
  [200, undefined, null],
  [231, undefined, 'The newest 200 of 231 tickets are shown.'],
  [1231, 'signal', 'Search and filter look through the newest 200 of 1\u00A0231 tickets.'],
])('a list of %i tickets says how many it shows', async (total, search, sentence) => {
  await showSupport({ status: { total } }, { filters: { search } });
  await screen.findByRole('link', { name: 'View No signal' });

  expect(screen.queryByText(/newest 200/)?.textContent ?? null).toBe(sentence);
});

it('before the first copy the ticket list does not claim to be empty, and shows tickets when they arrive', async () => {
  let content: Parameters<typeof supportAnswers>[0] = { tickets: [], status: { fetchedAt: null } };
  const answer = (route: string) => () => supportAnswers(content)[route]?.() ?? json({}, 404);
  const { show, sent } = await open({
    'GET /api/support/tickets': answer('GET /api/support/tickets'),
    'GET /api/support/groups': answer('GET /api/support/groups'),
    'GET /api/support/status': answer('GET /api/support/status'),
  });
  show(<Support filters={{}} onFilter={noop} />);

  expect(await screen.findByText('Your tickets are being read from the helpdesk …')).toBeTruthy();
  expect(screen.queryByText('No tickets yet')).toBeNull();
  expect(cardOf('Total Tickets')).toBe('Total Tickets–');
  content = {};
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(await screen.findByRole('link', { name: 'View No signal' })).toBeTruthy();

  const reads = sent.length;
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(sent).toHaveLength(reads);
});

it('a missing first copy is requested every five seconds, at most fifteen times', async () => {
  const { show, sent } = await open(
    supportAnswers({ tickets: [], status: { fetchedAt: null, state: 'down' } }),
  );
  show(<Support filters={{}} onFilter={noop} />);
  await screen.findByText('Your tickets could not be read from the helpdesk yet.');
  const reads = sent.length;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(sent.length - reads).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(600_000));

  expect(sent.length - reads).toBe(15);
});

it('the age of the tickets is updated without a read', async () => {
  const { show, sent } = await open(supportAnswers());
  show(<Support filters={{}} onFilter={noop} />);
  await screen.findByText('Updated 2 minutes ago');
  const reads = sent.length;

  await act(() => vi.advanceTimersByTimeAsync(60_000));

  expect(screen.getByText('Updated 3 minutes ago')).toBeTruthy();
  expect(sent).toHaveLength(reads);
});

it('while the helpdesk is down a client sees since when, and can still write', async () => {
  await showSupport({ status: { state: 'down' } });

  expect(
    await screen.findByText(
      'The helpdesk does not answer just now. You see what we read at 14:03; what you write is sent as soon as it is back.',
    ),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create Ticket' })).toBeTruthy();
});

it('without a helpdesk the support screen is one sentence with an email address', async () => {
  const { show } = await open(supportAnswers({ status: { state: 'off' } }));
  const { container } = show(<Support filters={{}} onFilter={noop} />);
  await screen.findByRole('link');

  expect(container.textContent).toBe(
    'SupportSupport is not set up on this portal. Please write to accounts@acme.test.',
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:accounts@acme.test');
});

it.each([
  ['ok', 'write us a ticket', /section=support.*open=ticket\.new%3Aprofile/],
  ['down', 'write us a ticket', /open=ticket\.new%3Aprofile/],
  ['off', 'accounts@acme.test', /^mailto:accounts@acme\.test$/],
] as const)(
  'with the helpdesk state %s, a change of details is requested by the link "%s"',
  async (state, name, address) => {
    const { show } = await open(supportAnswers({ status: { state } }));
    show(<ChangeDetails />);

    expect((await screen.findByRole('link', { name })).getAttribute('href')).toMatch(address);
  },
);

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const chosen = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value;
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const typeTags = (value: string) => {
  press('More');
  type('Tags', value);
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Without the modal, whose focus and layers happy-dom does not support. */
const showForm = (
  show: Awaited<ReturnType<typeof open>>['show'],
  body: Partial<ComponentProps<typeof CreateTicketBody>> = {},
) =>
  show(
    <Dialog.Root>
      <CreateTicketBody purpose="any" onCreated={noop} onClose={noop} {...body} />
    </Dialog.Root>,
  );

const openForm = async (
  answers: Answers = {},
  body: Partial<ComponentProps<typeof CreateTicketBody>> = {},
) => {
  const browser = await open({ ...supportAnswers(), ...answers });
  const toasts = browser.use(useToasts);
  const onCreated = vi.fn();
  showForm(browser.show, { onCreated, ...body });
  await screen.findByRole('textbox', { name: 'Description' });
  const created = () => browser.sent.filter(({ route }) => route === 'POST /api/support/tickets');

  return { ...browser, toasts, onCreated, created };
};

const fillIn = () => {
  type('Subject', 'No signal');
  type('Description', 'Since this morning.');
};

it('the ticket form is sent as filled in, and a toast confirms it', async () => {
  const { queryClient, sent, toasts, onCreated, created } = await openForm({
    'POST /api/support/tickets': () => json(TICKET, 201),
  });
  for (const key of [ticketListQuery.queryKey, [...CLIENT_KEY, 'stats']]) {
    queryClient.setQueryData(key, []);
  }
  fillIn();
  typeTags(' sim, slow ,, sim');
  fireEvent.change(screen.getByRole('combobox', { name: 'Department' }), { target: { value: '4' } });
  press('Create Ticket');

  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(TICKET.id));
  expect(created()).toMatchObject([
    {
      body: {
        subject: 'No signal',
        description: 'Since this morning.',
        priority: 2,
        department: 4,
        tags: ['sim', 'slow'],
      },
    },
  ]);
  expect(toasts.current).toMatchObject([
    { title: 'Your support ticket has been created successfully!', tone: 'success' },
  ]);
  expect(toasts.current[0]?.description).toBeUndefined();
  for (const key of [ticketListQuery.queryKey, [...CLIENT_KEY, 'stats']]) {
    expect(queryClient.getQueryState(key)?.isInvalidated, String(key)).toBe(true);
  }
  // The form itself shows the status, which is therefore loaded again at once.
  expect(sent.filter(({ route }) => route === 'GET /api/support/status')).toHaveLength(2);
  expect(sessionStorage).toHaveLength(0);
});

it('the toast for a ticket that waits says that it will be sent later', async () => {
  const { toasts } = await openForm({
    'POST /api/support/tickets': () => json({ ...TICKET, id: -3, delivery: 'waiting' }, 202),
  });
  fillIn();
  press('Create Ticket');

  await waitFor(() =>
    expect(toasts.current).toMatchObject([
      {
        title: 'Your support ticket has been created successfully!',
        description: 'It waits to be sent: that happens as soon as the helpdesk takes it.',
      },
    ]),
  );
});

it('the ticket form starts without a department and with priority Medium', async () => {
  await openForm();
  const department = screen.getByRole('combobox', { name: 'Department' });

  expect([...department.children].map(({ textContent }) => textContent)).toEqual([
    'No preference',
    'Billing',
    'Administration',
  ]);
  expect(chosen('Department')).toBe('');
  expect(chosen('Priority')).toBe('2');
});

it.each([
  [{}, '', 'Subject'],
  [{ initialSubject: 'Help with Fibre' }, 'Help with Fibre', 'Description'],
])(
  'a ticket form with %j begins with the subject "%s", and the focus is in %s',
  async (body, subject, focused) => {
    await openForm({}, body);

    expect(field('Subject').value).toBe(subject);
    await expect.poll(() => document.activeElement === field(focused)).toBe(true);
  },
);

it('a ticket form about another service does not get the text of the first', async () => {
  const browser = await open(supportAnswers());
  const { unmount } = showForm(browser.show, { initialSubject: 'Help with Fibre' });
  await screen.findByRole('textbox', { name: 'Description' });
  type('Description', 'It is slow');
  unmount();

  const again = showForm(browser.show, { initialSubject: 'Help with Hosting' });
  await screen.findByRole('textbox', { name: 'Description' });
  expect(field('Description').value).toBe('');
  again.unmount();
  showForm(browser.show, { initialSubject: 'Help with Fibre' });
  await screen.findByRole('textbox', { name: 'Description' });
  await waitFor(() => expect(field('Description').value).toBe('It is slow'));
});

it('the ticket form can be used if the departments cannot be loaded', async () => {
  await openForm({ 'GET /api/support/groups': () => json({ message: 'Away' }, 503) });

  expect(screen.getByText(/The departments could not be read/)).toBeTruthy();
});

it('the ticket form shows typed tags as chips', async () => {
  await openForm();
  typeTags('sim, slow ,, sim');

  const chips = await screen.findByRole('list', { name: 'These tags' });
  expect([...chips.children].map(({ textContent }) => textContent)).toEqual(['sim', 'slow']);
});

it.each([
  ['Subject', '', 'Subject is required'],
  ['Subject', 'x'.repeat(256), 'Must be at most 255 characters'],
  ['Description', ' ', 'Description is required'],
  ['Description', 'x'.repeat(10_001), 'Must be at most 10000 characters'],
  ['Tags', 'a,b,c,d,e,f,g,h,i,j,k', 'Use at most 10 tags'],
  ['Tags', `sim,${'x'.repeat(33)}`, 'Tag 2: Must be at most 32 characters'],
])(
  'the ticket form refuses an invalid %s at its field, and sends nothing: %#',
  async (name, value, message) => {
    const { created } = await openForm();
    fillIn();
    (name === 'Tags' ? typeTags : (text: string) => type(name, text))(value);
    press('Create Ticket');
    await screen.findByText(message);

    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    expect(created()).toEqual([]);
  },
);

it('a refused ticket is reported by a toast and at its field, and the form keeps the typed text', async () => {
  const { toasts, onCreated } = await openForm({
    'POST /api/support/tickets': () =>
      json(
        {
          message: 'Please check the department.',
          fields: { department: 'This department is not offered any more.' },
        },
        422,
      ),
  });
  fillIn();
  press('Create Ticket');
  await screen.findByText('This department is not offered any more.');

  expect(toasts.current).toMatchObject([
    { title: 'Failed to create ticket: Please check the department.', tone: 'error' },
  ]);
  expect(field('Subject').value).toBe('No signal');
  expect(field('Description').value).toBe('Since this morning.');
  expect(onCreated).not.toHaveBeenCalled();
});

it('the ticket form sends the same idempotency key when it is sent again unchanged', async () => {
  const keys: unknown[] = [];
  await openForm({ 'POST /api/support/tickets': () => json({ message: 'Away' }, 503) });
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') {
      keys.push(new Headers(init.headers).get('idempotency-key'));
    }
    return answered(path, init);
  });
  fillIn();
  press('Create Ticket');
  await waitFor(() => expect(keys).toHaveLength(1));
  await screen.findByText('What you typed is still here');
  press('Create Ticket');
  await waitFor(() => expect(keys).toHaveLength(2));

  expect(keys[0]).toMatch(/^[\w-]{8,}$/);
  expect(keys[1]).toBe(keys[0]);
});

it('the ticket form sends another idempotency key after an edit, and the first one for the first text', async () => {
  const keys: unknown[] = [];
  await openForm({ 'POST /api/support/tickets': () => json({ message: 'Away' }, 503) });
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') {
      keys.push(new Headers(init.headers).get('idempotency-key'));
    }
    return answered(path, init);
  });
  const sendAndWait = async (count: number) => {
    press('Create Ticket');
    await waitFor(() => expect(keys).toHaveLength(count));
    await waitFor(() => expect(screen.getAllByText('What you typed is still here')).not.toHaveLength(0));
  };
  fillIn();
  await sendAndWait(1);
  fireEvent.input(field('Subject'), { target: { value: 'No signal at all' } });
  await sendAndWait(2);
  fillIn();
  await sendAndWait(3);

  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
});

it('the ticket form shows the typed text when it is opened again', async () => {
  await openForm();
  fillIn();
  typeTags('sim');
  cleanup();
  await openForm();

  await waitFor(() => expect(field('Subject').value).toBe('No signal'));
  expect(field('Description').value).toBe('Since this morning.');
  expect(field('Tags').value).toBe('sim');
});

it('the draft of a ticket is not shown to another person', async () => {
  await openForm();
  fillIn();
  cleanup();
  person.User_Id = 8;
  const browser = await open(supportAnswers());
  showForm(browser.show);
  await screen.findByRole('textbox', { name: 'Description' });

  expect(field('Subject').value).toBe('');
});

it('a request to change details has its subject, its first words and the department Administration', async () => {
  await openForm({}, { purpose: 'profile' });

  expect(field('Subject').value).toBe('Change of my details');
  expect(field('Description').value).toContain('Please change this in my details:');
  expect(chosen('Department')).toBe('4');
  expect(sessionStorage).toHaveLength(0);
});

it('a request to change details has no department if Administration is not offered', async () => {
  await openForm(
    { 'GET /api/support/groups': () => json([{ id: 3, name: 'Billing' }]) },
    { purpose: 'profile' },
  );

  expect(chosen('Department')).toBe('');
});

const ENTRY = {
  id: 1,
  incoming: true,
  author: { kind: 'agent', name: null },
  joined: null,
  body: 'Hello',
  body_text: 'Hello',
  delivery: 'sent',
};

const openConversation = async (answers: Answers) => {
  const browser = await open(answers);
  const { queryKey } = conversationQuery(12);
  browser.queryClient.setQueryData(queryKey, [ENTRY] as never);
  const entries = () => browser.queryClient.getQueryData(queryKey)?.map(({ id, body }) => [id, body]);

  return {
    ...browser,
    entries,
    toasts: browser.use(useToasts),
    reply: browser.use(() => useReplyToTicket(12)),
  };
};

const REPLY = { body: 'One <b>\nTwo', idempotencyKey: 'a-key-of-one-form' };

it("a reply is shown at once as text, and is then replaced by the server's answer", async () => {
  let answer: (response: Response) => void = noop;
  const { entries, toasts, reply } = await openConversation({
    'POST /api/support/tickets/12/replies': () => new Promise((resolve) => (answer = resolve)),
  });
  const sent = reply.current.mutateAsync(REPLY);
  await vi.waitFor(() =>
    expect(entries()).toEqual([
      [1, 'Hello'],
      [SENDING_ID, 'One &lt;b&gt;<br>Two'],
    ]),
  );
  answer(json({ ...ENTRY, id: 2, body: 'One' }, 201));
  await act(() => sent);

  expect(entries()).toEqual([
    [1, 'Hello'],
    [2, 'One'],
  ]);
  expect(toasts.current).toMatchObject([{ title: 'Reply Added', tone: 'success' }]);
});

it.each([
  ["with the server's sentence", 'The ticket is closed.', 'The ticket is closed.'],
  ['with a default sentence if there is none', '', 'Failed to add reply. Please try again.'],
])('a refused reply is removed and reported %s', async (_, message, description) => {
  const { entries, toasts, reply } = await openConversation({
    'POST /api/support/tickets/12/replies': () => json({ message }, 409),
  });
  await act(() => reply.current.mutateAsync(REPLY).catch(noop));

  expect(entries()).toEqual([[1, 'Hello']]);
  expect(toasts.current).toMatchObject([{ title: 'Reply Failed', description, tone: 'error' }]);
});

const WRITES = {
  close: ['PATCH /api/support/tickets/12/close', () => useCloseTicket(12)],
  withdraw: ['DELETE /api/support/tickets/12', () => useWithdrawTicket(12)],
  withdrawReply: ['DELETE /api/support/tickets/12/replies/-5', () => useWithdrawReply(12)],
} as const;

it.each([
  ['close', 200, 'Ticket has been closed successfully.'],
  ['close', 503, 'Failed to close ticket: Away'],
  ['withdraw', 204, 'Ticket withdrawn'],
  ['withdraw', 409, 'Failed to withdraw ticket: Away'],
  ['withdrawReply', 204, 'Reply withdrawn'],
  ['withdrawReply', 409, 'Failed to withdraw reply'],
] as const)('the action %s answered with %i shows: %s', async (write, status, title) => {
  const [route, useWrite] = WRITES[write];
  const answer =
    status === 204 ? new Response(null, { status }) : json({ ...TICKET, message: 'Away' }, status);
  const { use } = await open({ [route]: () => answer });
  const toasts = use(useToasts);
  const mutation = use<{ mutateAsync: (id: never) => Promise<unknown> }>(useWrite);
  await act(() => mutation.current.mutateAsync(-5 as never).catch(noop));

  expect(toasts.current).toMatchObject([{ title }]);
});

const showTickets = async (answers: Answers) => {
  const { show, ...browser } = await open(answers);
  show(<Support filters={{}} onFilter={noop} />);
  await screen.findByRole('link', { name: 'View No signal' });
  const toasts = browser.use(useToasts);
  act(() => toast({ title: 'Before' }));
  act(() => dismissToast(toasts.current[0]?.id ?? 0));

  return { ...browser, openToasts: () => toasts.current.filter(({ isOpen }) => isOpen) };
};

it("Refresh reads the portal's copy again and shows its age and when the next one is due", async () => {
  let content: Parameters<typeof supportAnswers>[0] = {};
  const answer = (route: string) => () => supportAnswers(content)[route]?.() ?? json({}, 404);
  const { openToasts, sent } = await showTickets({
    'GET /api/support/tickets': answer('GET /api/support/tickets'),
    'GET /api/support/groups': answer('GET /api/support/groups'),
    'GET /api/support/status': answer('GET /api/support/status'),
  });
  expect(screen.getByText('Updated 2 minutes ago')).toBeTruthy();

  content = { tickets: [{ subject: 'Signal again' }], status: { fetchedAt: '2026-11-20T12:04:40.000Z' } };
  press('Refresh');

  expect(await screen.findByRole('link', { name: 'View Signal again' })).toBeTruthy();
  expect(screen.getByText('Updated just now, next at 14:05:40')).toBeTruthy();
  expect(openToasts()).toEqual([]);
  expect(new Set(sent.map(({ route }) => route.split(' ')[0]))).toEqual(new Set(['GET']));
});

it('Refresh says if nothing is new', async () => {
  const { openToasts } = await showTickets(supportAnswers());
  press('Refresh');

  await waitFor(() => expect(openToasts()).toMatchObject([{ title: 'Nothing new' }]));
});

it('a failed Refresh shows an error in place of the list, and does not say that nothing is new', async () => {
  let isAway = false;
  const { openToasts } = await showTickets({
    ...supportAnswers(),
    'GET /api/support/tickets': () => (isAway ? json({ message: 'Away' }, 503) : json([TICKET])),
  });
  isAway = true;
  press('Refresh');

  expect(await screen.findByText('Your tickets could not be read')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Refresh' })).toHaveProperty('disabled', false),
  );
  expect(openToasts()).toEqual([]);
});
