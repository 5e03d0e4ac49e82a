// @vitest-environment happy-dom
import { Button, Dialog } from '@chakra-ui/react';
import { Link, useRouterState } from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Pencil } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { Modal } from '#web/components/dialog/modal.tsx';
import { OpenDialog, preloadRow } from '#web/components/dialog/open-dialog.tsx';
import {
  type DialogProps,
  type DialogTable,
  dialogAct,
  linkToDialog,
  type OpenText,
  readId,
} from '#web/lib/address/dialogs.ts';
import { openText } from '#web/lib/address/search-params.ts';
import { followSteps } from '#web/lib/address/steps.ts';
import { openBrowser } from '../screen.tsx';

const PaymentForm = ({ subject, onClose, onDone, onNext }: DialogProps<number>) => (
  <Modal title={`Payment ${subject}`} onClose={onClose}>
    <Dialog.Body>
      <Button onClick={onClose}>Cancel</Button>
      <Button onClick={onDone}>Send</Button>
      <Button onClick={() => onNext('payment.move:9' as OpenText)}>Move instead</Button>
    </Dialog.Body>
  </Modal>
);
const MoveForm = ({ subject, onClose }: DialogProps<number>) => (
  <Modal title={`Move ${subject}`} onClose={onClose}>
    <Dialog.Body>Where to?</Dialog.Body>
  </Modal>
);

const TABLE: DialogTable<'payment.reverse' | 'payment.move' | 'client.owed'> = {
  'payment.reverse': {
    over: 'record',
    at: { tab: 'payments' },
    label: 'Reverse',
    icon: Pencil,
    readSubject: readId,
    load: async () => PaymentForm,
  },
  'payment.move': {
    over: 'record',
    at: { tab: 'payments' },
    label: 'Move',
    icon: Pencil,
    readSubject: readId,
    load: async () => MoveForm,
  },
  'client.owed': { over: 'record', label: 'Owed', icon: Pencil, load: async () => MoveForm },
};

const Page = () => {
  const { open, client } = useRouterState({
    select: ({ location }) => location.search as { open?: unknown; client?: number },
  });

  return (
    <>
      <h1>Clients</h1>
      <Link {...dialogAct(TABLE, 'payment.reverse', { client: 7, subject: 812 }).link}>Reverse</Link>
      <OpenDialog table={TABLE} open={openText(open) as OpenText | undefined} below={{ userId: client }} />
    </>
  );
};

/** Opens the page at an address, as a person who came from the page 'before'. */
const openAt = async (address: string) => {
  const browser = await openBrowser({}, '/client');
  const { history } = browser.router;
  await Promise.all(Object.values(TABLE).map(preloadRow));
  followSteps(browser.router);
  // As the portal's own router does.
  history.subscribe(browser.router.load);
  await act(async () => browser.router.navigate({ href: address }));
  browser.show(<Page />);
  const shownAt = () => browser.router.state.location.href;

  return {
    ...browser,
    shownAt,
    pressLink: () => act(async () => fireEvent.click(screen.getByText('Reverse'))),
    goBack: () => act(async () => history.back()),
  };
};
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const LIST = '/admin?section=users';
const OPEN = '/admin?section=users&client=7&tab=payments&open=payment.reverse%3A812';
const RECORD = '/admin?section=users&client=7&tab=payments';

describe('a dialog of the table', () => {
  it('opens by a link as one step of the history, which Back takes back', async () => {
    const { pressLink, goBack, shownAt } = await openAt(LIST);
    await pressLink();
    expect(await screen.findByText('Payment 812')).toBeTruthy();
    expect(shownAt()).toBe(OPEN);

    await goBack();
    expect(shownAt()).toBe(LIST);
    expect(screen.queryByText('Payment 812')).toBeNull();
  });

  it.each([
    ['Cancel', () => press('Cancel')],
    ['X', () => press('Close')],
    [
      'Esc',
      () => act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })),
    ],
  ])('takes its step back by %s, so that Back leaves the page below', async (_, close) => {
    const { pressLink, goBack, shownAt } = await openAt(LIST);
    await pressLink();
    await screen.findByText('Payment 812');
    await close();

    await waitFor(() => expect(shownAt()).toBe(LIST));
    await goBack();
    expect(shownAt()).toBe('/client');
  });

  it('replaces its step after the act, so that Back does not show the sent form', async () => {
    const { pressLink, goBack, shownAt } = await openAt(LIST);
    await pressLink();
    await press('Send');

    await waitFor(() => expect(shownAt()).toBe(RECORD));
    await goBack();
    expect(shownAt()).toBe(LIST);
  });

  it('is replaced by the dialog to which it leads', async () => {
    const { pressLink, shownAt } = await openAt(LIST);
    await pressLink();
    await press('Move instead');
    expect(await screen.findByText('Move 9')).toBeTruthy();

    await press('Close');
    await waitFor(() => expect(shownAt()).toBe(LIST));
  });

  it('closes over its record if a link from outside opened it', async () => {
    const { shownAt } = await openAt(OPEN);
    await press('Cancel');

    await waitFor(() => expect(shownAt()).toBe(RECORD));
  });

  it('gives the focus to the heading below it if nothing had the focus before', async () => {
    await openAt(OPEN);
    // The dialog gives the focus back only once it keeps it, which begins a frame after it is shown.
    await waitFor(() => {
      screen.getByText('Reverse').focus();
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    });
    await press('Cancel');

    await waitFor(() => expect(document.activeElement?.textContent).toBe('Clients'));
  });

  it.each([
    ['of another role', 'ticket.view:3'],
    ['without its subject', 'payment.reverse'],
    ['with an unreadable subject', 'payment.reverse:x'],
    ['with a subject too many', 'client.owed:3'],
  ])('says in its frame that a link %s opens nothing', async (_, open) => {
    const { shownAt } = await openAt(`${RECORD}&open=${open}`);
    expect(await screen.findByText('This link opens nothing here')).toBeTruthy();

    await press('Back to the page');
    await waitFor(() => expect(shownAt()).toBe(RECORD));
  });

  it('says in its frame that a link to a record without its client opens nothing', async () => {
    await openAt('/admin?open=payment.reverse:812');

    expect(await screen.findByText('This link opens nothing here')).toBeTruthy();
  });
});

describe('the link of a dialog', () => {
  const { search } = linkToDialog('payment.reverse', TABLE['payment.reverse'], {
    client: 7,
    subject: 812,
  }) as { search: (shown: object) => object };

  it('keeps the list below, and leaves the record of another client', () => {
    expect(search({ section: 'users', page: 2, client: 8, tab: 'timeline', kind: 'money' })).toEqual({
      section: 'users',
      page: 2,
      client: 7,
      tab: 'payments',
      kind: undefined,
      open: 'payment.reverse:812',
    });
  });
});
