// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ATTACHMENT_BYTES_MAX, REPLY_LENGTH_MAX } from '#shared/contract/limits.ts';
import type { ConversationEntry as Entry, Ticket } from '#shared/contract/tickets.ts';
import { OPEN, RESOLVED } from '#shared/tickets/ticket-codes.ts';
import { AttachmentList } from '#web/features/tickets/dialog/attachment-list.tsx';
import { ClosedNote } from '#web/features/tickets/dialog/closed-note.tsx';
import { Conversation } from '#web/features/tickets/dialog/conversation.tsx';
import { TicketFacts } from '#web/features/tickets/dialog/ticket-facts.tsx';
import { useReplyToTicket } from '#web/features/tickets/mutations.ts';
import { conversationQuery, ticketListQuery, ticketQuery } from '#web/features/tickets/queries.ts';
import { useRefreshTicket } from '#web/features/tickets/refresh-tickets.ts';
import { ReplyForm } from '#web/features/tickets/writing/reply-form.tsx';
import { useToasts } from '#web/lib/browser/toast.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

/** The hook reads the signed-in person from a guarded route, which does not exist here. */
vi.mock('#web/lib/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useUser: () => ({ User_Id: 7 }),
}));

const ID = 12;
const REPLIES = `POST /api/support/tickets/${ID}/replies`;
const SENT = { delivery: 'sent', delivery_error: null, withdrawable: false } as const;

const ticket = (more: Partial<Ticket> = {}): Ticket => ({
  id: ID,
  subject: 'No line',
  description: '<p>It is down.</p>',
  priority: 3,
  status: OPEN,
  created_at: '2026-11-18T08:14:00Z',
  updated_at: '2026-11-20T12:05:00Z',
  due_by: null,
  agent_responded_at: null,
  source: 2,
  type: null,
  is_escalated: false,
  urgent: false,
  tags: [],
  requester_id: 99,
  group_id: null,
  cc_emails: [],
  reply_cc_emails: [],
  fwd_emails: [],
  custom_fields: {},
  attachments: [],
  ...SENT,
  ...more,
});

const OWN = { incoming: false, author: { kind: 'client', name: null } } as const;

const entry = (more: Partial<Entry> = {}): Entry => ({
  id: 1,
  incoming: true,
  author: { kind: 'agent', name: null },
  joined: null,
  private: false,
  body: '<p>Please restart it.</p>',
  body_text: 'Please restart it.',
  created_at: '2026-11-20T12:05:00Z',
  attachments: [],
  ...SENT,
  ...more,
});

const openAsClient = async (answers: Answers = {}) => {
  const browser = await openBrowser(answers);

  return { ...browser, toasts: browser.use(useToasts) };
};

beforeEach(() => sessionStorage.clear());

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the conversation of a ticket', () => {
  const showConversation = async (answer: () => Response) => {
    const browser = await openAsClient({
      [`GET /api/support/tickets/${ID}/conversations`]: answer,
    });
    browser.show(<Conversation ticketId={ID} isRefreshing={false} onRefresh={() => undefined} />);

    return browser;
  };

  it('the conversation is a list whose entries name author and time', async () => {
    await showConversation(() =>
      json([entry(), entry({ id: 2, ...OWN, created_at: '2026-11-20T13:00:00Z' })]),
    );
    const list = await screen.findByRole('list', { name: 'Conversation' });

    expect(list.tagName).toBe('OL');
    expect(
      within(list)
        .getAllByRole('article')
        .map((article) => article.getAttribute('aria-label')),
    ).toEqual(['Support Agent, Nov 20, 2026 14:05', 'You, Nov 20, 2026 15:00']);
  });

  it.each([
    ['Mallory Bank', 'Not from us, Mallory Bank', 'Mallory Bank'],
    [null, 'Not from us, Somebody else', 'Somebody else'],
  ])('an entry of somebody named %j is marked as not from us', async (name, label, shown) => {
    await showConversation(() => json([entry({ author: { kind: 'other', name } })]));
    const article = await screen.findByRole('article');

    expect(article.getAttribute('aria-label')).toBe(`${label}, Nov 20, 2026 14:05`);
    expect(article.textContent).toMatch(/^Not from us/);
    expect(article.textContent).toContain(shown);
    expect(article.textContent).not.toContain('Support Agent');
  });

  it.each([
    [34, true],
    [null, false],
  ])(
    'an entry of a joined ticket leads to ticket %j if that is the client’s own',
    async (ticketId, isLinked) => {
      const { queryClient, show } = await openAsClient();
      queryClient.setQueryData(conversationQuery(ID).queryKey, [entry({ joined: { ticket_id: ticketId } })]);
      show(<ClosedNote ticketId={ID} />);

      expect(await screen.findByText('This ticket was joined with another one.')).toBeTruthy();
      expect(screen.queryAllByRole('link', { name: 'Open ticket #34' })).toHaveLength(isLinked ? 1 : 0);
      expect(screen.queryByText(/takes no more replies/)).toBeNull();
    },
  );

  it.each([
    [{ error: 'The ticket is being moved.' }, 'The ticket is being moved.'],
    [{ message: 'Too many requests.' }, 'Too many requests.'],
    [{}, 'Failed to fetch conversations'],
  ])('a conversation that fails with %j says "%s" and can be loaded again', async (body, sentence) => {
    let answer = () => json(body, 503);
    await showConversation(() => answer());
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);

    answer = () => json([entry()]);
    press('Try again');
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the conversation announces later answers to screen readers, but not existing ones', async () => {
    const { queryClient } = await showConversation(() => json([entry()]));
    await screen.findByRole('article');
    expect(screen.getByRole('status').textContent).toBe('');

    act(() =>
      queryClient.setQueryData(conversationQuery(ID).queryKey, [
        entry(),
        entry({ id: 2, created_at: '2026-11-20T13:00:00Z' }),
      ]),
    );
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('New reply: Support Agent, Nov 20, 2026 15:00'),
    );
  });

  it('the conversation marks waiting replies, and offers Withdraw only where that is possible', async () => {
    await showConversation(() =>
      json([
        entry({ id: -4, ...OWN, delivery: 'waiting' }),
        entry({ id: -5, ...OWN, delivery: 'waiting', withdrawable: true }),
      ]),
    );
    const [taken, free] = await screen.findAllByRole('article');

    for (const article of [taken, free]) {
      expect(article?.textContent).toContain('Waiting to be sent');
    }
    expect(screen.getAllByRole('button', { name: 'Withdraw reply' })).toHaveLength(1);
    expect(free?.textContent).toContain('Withdraw reply');
  });

  it('a reply that was given up can be withdrawn if nothing of it can be at the helpdesk', async () => {
    await showConversation(() => json([entry({ id: -5, ...OWN, delivery: 'failed', withdrawable: true })]));

    expect(await screen.findByRole('button', { name: 'Withdraw reply' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy text' })).toBeTruthy();
  });

  it('the conversation shows why a reply was not sent, and lets the client copy its text', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await showConversation(() =>
      json([
        entry({
          id: -4,
          ...OWN,
          body: 'One<br>two',
          body_text: 'One\ntwo',
          delivery: 'failed',
          delivery_error: 'The helpdesk refused it.',
        }),
      ]),
    );
    const article = await screen.findByRole('article');
    expect(article.textContent).toContain('Not sent');
    expect(article.textContent).toContain('The helpdesk refused it.');

    press('Copy text');
    await screen.findByRole('button', { name: 'Copied' });
    expect(writeText).toHaveBeenCalledWith('One\ntwo');
  });
});

describe('attachments of a ticket', () => {
  const PATH = `/api/support/tickets/${ID}/attachments/5`;
  const attachment = { id: 5, name: 'router-log.txt', content_type: 'text/plain', size: 1229 };

  // happy-dom treats `bdi` as a block and adds a space after it.
  const pressFile = () =>
    fireEvent.click(screen.getByRole('button', { name: /^router-log\.txt ?, 1,2\sKB$/ }));

  it('an attachment is fetched and saved under the shown name', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { show } = await openAsClient({ [`GET ${PATH}`]: () => new Response('log') });
    show(<AttachmentList ticketId={ID} attachments={[attachment]} />);
    pressFile();

    await waitFor(() => expect(saved).toEqual(['router-log.txt']));
  });

  it('an attachment that cannot be fetched shows the reason', async () => {
    const { show, toasts } = await openAsClient({
      [`GET ${PATH}`]: () => json({ message: 'Too many requests.' }, 429),
    });
    show(<AttachmentList ticketId={ID} attachments={[attachment]} />);
    pressFile();

    await waitFor(() =>
      expect(toasts.current).toMatchObject([
        { title: 'Error downloading attachment', description: 'Too many requests.', tone: 'error' },
      ]),
    );
  });

  it('an attachment larger than an answer is a link, which says that it opens in a new tab', async () => {
    const { show, sent } = await openAsClient();
    const small = { ...attachment, id: 6, name: 'small.bin', size: ATTACHMENT_BYTES_MAX };
    show(
      <AttachmentList
        ticketId={ID}
        attachments={[{ ...attachment, size: ATTACHMENT_BYTES_MAX + 1 }, small]}
      />,
    );
    const link = screen.getByRole('link', {
      name: /^router-log\.txt ?, 4,2\sMB, opens in a new tab$/,
    });

    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(link.getAttribute('href')).toBe(PATH);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(screen.getByRole('button', { name: /^small\.bin ?, 4,2\sMB$/ })).toBeTruthy();
    expect(sent).toEqual([]);
  });
});

describe('the reply form', () => {
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Your reply');
  const type = (text: string) => fireEvent.input(box(), { target: { value: text } });
  const send = () => press('Send Reply');

  const showForm = async (answers: Answers = {}) => {
    const keys: string[] = [];
    const browser = await openAsClient(answers);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      const key = new Headers(init.headers).get('idempotency-key');
      if (key) {
        keys.push(key);
      }

      return fetch(path, init);
    });
    browser.queryClient.setQueryData(conversationQuery(ID).queryKey, [entry()]);
    const form = browser.show(
      <ReplyForm ticketId={ID} hasFocus={false} onWritingChange={() => undefined} onCancel={undefined} />,
    );
    const readEntries = () =>
      (browser.queryClient.getQueryData(conversationQuery(ID).queryKey) ?? []).map(({ id, body }) => [
        id,
        body,
      ]);

    return { ...browser, keys, form, readEntries };
  };

  /** Returns an answer that arrives when the test releases it. */
  const holdAnswer = () => {
    const { promise, resolve } = Promise.withResolvers<Response>();

    return { answer: () => promise, give: (response: Response) => act(async () => resolve(response)) };
  };

  const BEFORE = [1, '<p>Please restart it.</p>'];

  it("a reply is shown in the conversation at once, and then replaced by the server's version", async () => {
    const { answer, give } = holdAnswer();
    const { readEntries, toasts, sent } = await showForm({ [REPLIES]: answer });
    type('  I did.\nIt is <red>. ');
    send();

    await waitFor(() => expect(readEntries()).toEqual([BEFORE, [0, 'I did.<br>It is &lt;red&gt;.']]));
    expect(box().value).toBe('');
    expect(sent).toMatchObject([{ route: REPLIES, body: { body: 'I did.\nIt is <red>.' } }]);

    await give(json(entry({ id: 2, ...OWN, body: 'I did.' }), 201));
    await waitFor(() => expect(readEntries()).toEqual([BEFORE, [2, 'I did.']]));
    expect(toasts.current).toMatchObject([{ title: 'Reply Added', tone: 'success' }]);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    [() => json({ message: 'You have sent many replies.' }, 429), 'You have sent many replies.'],
    [() => Promise.reject(new DOMException('', 'AbortError')), 'Failed to add reply. Please try again.'],
  ])(
    'a failed reply is removed with the reason, and its text returns to the box',
    async (refuse, sentence) => {
      const { readEntries, toasts } = await showForm({ [REPLIES]: refuse });
      type('I did.');
      send();

      await waitFor(() =>
        expect(toasts.current).toMatchObject([
          { title: 'Reply Failed', description: sentence, tone: 'error' },
        ]),
      );
      await waitFor(() => expect(box().value).toBe('I did.'));
      expect(readEntries()).toEqual([BEFORE]);
    },
  );

  it('the text of a failed reply is inserted before text that was typed meanwhile', async () => {
    const { answer, give } = holdAnswer();
    await showForm({ [REPLIES]: answer });
    type('First.');
    send();
    await waitFor(() => expect(box().value).toBe(''));
    type('Second.');
    await give(json({}, 503));

    await waitFor(() => expect(box().value).toBe('First.\n\nSecond.'));
  });

  it('a reply has the same key when it is retried, but a new one for another text and after success', async () => {
    let answer = () => json({}, 503);
    const { keys, toasts } = await showForm({ [REPLIES]: () => answer() });
    const sendAndWait = async (count: number, title: string) => {
      send();
      await waitFor(() => expect(keys).toHaveLength(count));
      await waitFor(() => expect(toasts.current[0]?.title).toBe(title));
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Send Reply' }).ariaBusy).not.toBe('true'),
      );
    };
    type('Once.');
    await sendAndWait(1, 'Reply Failed');
    await waitFor(() => expect(box().value).toBe('Once.'));
    await sendAndWait(2, 'Reply Failed');
    await waitFor(() => expect(box().value).toBe('Once.'));
    expect(keys[1]).toBe(keys[0]);

    type('Twice.');
    answer = () => json(entry({ id: 2, ...OWN }), 201);
    await sendAndWait(3, 'Reply Added');
    expect(keys[2]).not.toBe(keys[0]);

    type('Thrice.');
    await sendAndWait(4, 'Reply Added');
    expect(new Set(keys).size).toBe(3);
  });

  it.each([
    ['  ', 'Reply message is required'],
    ['x'.repeat(REPLY_LENGTH_MAX + 1), 'Reply is too long'],
  ])('a reply of %.5j... is not sent', async (text, sentence) => {
    const { sent } = await showForm();
    type(text);
    send();

    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('the reply form counts the characters left near the limit', async () => {
    await showForm();
    type('x'.repeat(100));
    expect(screen.queryByText(/characters/)).toBeNull();
    type('x'.repeat(REPLY_LENGTH_MAX - 5));
    expect(await screen.findByText('5 characters left')).toBeTruthy();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }])(
    'a reply is sent by Enter with %j, and not by Enter alone',
    async (held) => {
      const { sent } = await showForm();
      type('I did.');
      fireEvent.keyDown(box(), { key: 'Enter' });
      expect(sent).toEqual([]);
      fireEvent.keyDown(box(), { key: 'Enter', ...held });

      await waitFor(() => expect(sent).toMatchObject([{ body: { body: 'I did.' } }]));
    },
  );

  it('the draft of a reply is there when the form is shown again', async () => {
    const { form, show } = await showForm();
    type('I did.');
    form.unmount();
    show(<ReplyForm ticketId={ID} hasFocus={false} onWritingChange={() => undefined} onCancel={undefined} />);

    await waitFor(() => expect(box().value).toBe('I did.'));
  });

  it('Cancel asks before it loses a typed reply with its draft', async () => {
    const { form, show } = await showForm();
    form.unmount();
    const close = vi.fn();
    const closable = (
      <ReplyForm ticketId={ID} hasFocus={false} onWritingChange={() => undefined} onCancel={close} />
    );
    const opened = show(closable);
    type('I did.');
    const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
    await press('Cancel');
    await press('Keep editing');
    expect(box().value).toBe('I did.');
    expect(close).not.toHaveBeenCalled();

    await press('Cancel');
    await press('Discard changes');
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    opened.unmount();
    show(closable);
    expect(box().value).toBe('');
  });

  it('a reply to a ticket closed meanwhile keeps its text, and the ticket is marked for reloading', async () => {
    const { queryClient, sent, show, form } = await showForm({
      [REPLIES]: () => json({ message: 'This ticket is closed.' }, 409),
    });
    queryClient.setQueryData(ticketQuery(ID).queryKey, ticket());
    type('I did.');
    send();
    await waitFor(() =>
      expect(queryClient.getQueryState(ticketQuery(ID).queryKey)?.isInvalidated).toBe(true),
    );
    await waitFor(() => expect(box().value).toBe('I did.'));
    expect(sent.map(({ route }) => route)).toEqual([REPLIES]);

    form.unmount();
    show(<ClosedNote ticketId={ID} />);
    expect(screen.getByText('Your reply was not sent')).toBeTruthy();
    expect(screen.getByText('I did.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a new ticket' })).toBeTruthy();
  });
});

describe('a ticket that a reply opens', () => {
  const openTicket = async () => {
    const resolved = ticket({ status: RESOLVED });
    const browser = await openAsClient({
      'GET /api/support/tickets': () => json([ticket()]),
      [`GET /api/support/tickets/${ID}`]: () => json(ticket()),
      [REPLIES]: () => json(entry({ id: 2, ...OWN }), 201),
    });
    browser.queryClient.setQueryData(ticketListQuery.queryKey, [resolved]);
    browser.queryClient.setQueryData(ticketQuery(ID).queryKey, resolved);
    browser.use(() => [useQuery(ticketListQuery), useQuery(ticketQuery(ID))]);

    return {
      use: browser.use,
      readStatuses: () => [
        browser.queryClient.getQueryData(ticketListQuery.queryKey)?.[0]?.status,
        browser.queryClient.getQueryData(ticketQuery(ID).queryKey)?.status,
      ],
    };
  };

  it('the answer to a reply makes list and dialog read the ticket again', async () => {
    const { use, readStatuses } = await openTicket();
    const reply = use(() => useReplyToTicket(ID));
    await act(() => reply.current.mutateAsync({ body: 'Again.', idempotencyKey: 'a-key-of-one-form' }));

    expect(readStatuses()).toEqual([OPEN, OPEN]);
  });

  it('Refresh in the dialog reads the ticket again for the list as well', async () => {
    const { use, readStatuses } = await openTicket();
    const refresh = use(() => useRefreshTicket(ID));
    await act(() => refresh.current.mutateAsync());

    expect(readStatuses()).toEqual([OPEN, OPEN]);
  });
});

describe('facts of a ticket', () => {
  const readFacts = async (shown: Ticket) => {
    const { show } = await openAsClient({
      'GET /api/support/groups': () => json([{ id: 3, name: 'Hosting Support' }]),
    });
    show(<TicketFacts ticket={shown} />);

    return () =>
      Object.fromEntries(
        screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
      );
  };

  it('the facts of a ticket are shown in words', async () => {
    const facts = await readFacts(
      ticket({ group_id: 3, due_by: '2026-11-20T14:00:00Z', is_escalated: true, tags: ['router'] }),
    );

    await waitFor(() => expect(facts().Department).toBe('Hosting Support'));
    expect(facts()).toMatchObject({
      Status: 'OpenWaiting for usEscalated',
      Priority: 'High',
      Source: 'Portal',
      Created: 'Nov 18, 2026 10:14',
      Updated: 'Nov 20, 2026 14:05',
      Due: expect.stringContaining('Nov 20, 2026 16:00'),
      Number: '#12',
      Tags: 'router',
    });
  });

  it('the facts of a ticket that was not sent show no helpdesk status and no number', async () => {
    const facts = await readFacts(ticket({ id: -4, delivery: 'failed' }));

    expect(facts().Status).toBe('Not sent');
    expect(facts()).not.toHaveProperty('Number');
  });

  it('the facts of an open ticket call it overdue after its due time', async () => {
    const due_by = new Date(Date.now() - 60_000).toISOString();
    const open = await readFacts(ticket({ due_by }));
    expect(open().Due).toContain('Overdue');
  });

  it('the facts of a resolved ticket never call it overdue', async () => {
    const resolved = await readFacts(
      ticket({ due_by: new Date(Date.now() - 60_000).toISOString(), status: RESOLVED }),
    );
    expect(resolved().Due).not.toContain('Overdue');
  });
});
