// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Input } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { lazyDialog } from '#web/components/dialog/lazy-dialog.tsx';
import { ServicesTab } from '#web/features/services/services-tab.tsx';
import { leaveTypedWork } from '#web/lib/forms/typed-work.ts';
import { type AdminSection, adminSearch } from '#web/screens/admin/admin-search.ts';
import { clientSearch } from '#web/screens/client/client-search.ts';
import { json, openBrowser } from './screen.tsx';
import { NO_DAYS } from './service-days.ts';

const QUESTION = 'Discard your changes?';
const TYPED = 'Camera at the gate';

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const type = async (label: string) =>
  fireEvent.input(await screen.findByLabelText(label), { target: { value: TYPED } });

const SERVICE = {
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
const ANSWERS = {
  'GET /api/admin/users/7/services': () => json([SERVICE]),
};
interface Place {
  form: string;
  shown: ReactNode;
  /** What opens the form, if its address does not. */
  open?: string;
  at: string;
  field: string;
  /** Addresses at which the form stays. */
  kept: string[];
  /** Addresses at which it would be gone. */
  lost: string[];
}

const LEFT = [
  '/admin?client=7',
  '/admin?client=7&tab=payments&open=payment.new',
  '/admin?client=8&tab=services&new=service',
  '/admin?section=bank',
  '/forgot-password',
];

const PLACES: Place[] = [
  {
    form: 'a new service that the address opens',
    shown: <ServicesTab userId={7} />,
    at: '/admin?client=7&tab=services&new=service',
    field: 'Account type',
    kept: ['/admin?client=7&tab=services', '/admin?client=7&tab=services&open=user.edit:7'],
    lost: LEFT,
  },
  {
    form: 'a service that is edited',
    shown: <ServicesTab userId={7} />,
    open: 'Edit Voice · Reception',
    at: '/admin?client=7&tab=services',
    field: 'Account type',
    kept: ['/admin?client=7&tab=services&open=debug.console'],
    lost: ['/admin?client=7&tab=services&new=service', ...LEFT],
  },
];

describe.each(PLACES)('what is typed into $form', ({ shown, open, at, field, kept, lost }) => {
  const openForm = async () => {
    const { show, router } = await openBrowser(ANSWERS, at.replace(/&new=.*/, ''));
    const go = (address: string) => act(async () => void router.navigate({ href: address }));
    show(shown);
    if (at.endsWith('new=service')) {
      // Its code is loaded after the list; an act of a test does not wait for it.
      await press('Add Service');
      await press('Cancel');
    }
    await go(at);
    if (open) {
      await press(open);
    }
    await type(field);
    await waitFor(() => expect(router.history._getBlockers()).toHaveLength(1));

    return go;
  };
  const readTyped = () => screen.getByLabelText<HTMLInputElement>(field).value;

  it.each(kept)('stays without a question at %s', async (address) => {
    const go = await openForm();
    await go(address);

    expect(screen.queryByText(QUESTION)).toBeNull();
    expect(readTyped()).toBe(TYPED);
  });

  it('is asked about before Cancel closes the form', async () => {
    await openForm();
    await press('Cancel');
    await screen.findByText(QUESTION);
    await press('Keep editing');

    expect(readTyped()).toBe(TYPED);
  });

  it.each(lost)('is asked about before %s', async (address) => {
    const go = await openForm();
    await go(address);
    await screen.findByText(QUESTION);
    await press('Keep editing');

    expect(readTyped()).toBe(TYPED);
  });
});

describe('a dialog with typed text that a button has opened', () => {
  const NoteForm = ({ onClose }: { onClose: () => void }) => {
    const form = useForm({ defaultValues: { note: '' } });
    const save = useMutation({ mutationFn: async (_: { note: string }) => undefined });

    return (
      <FormDialog
        title="Note"
        description="A note."
        firstField="note"
        submitLabel="Save"
        refusal="Not saved"
        form={form}
        save={save}
        inputOf={(ready) => ready}
        onClose={onClose}
      >
        <Input aria-label="Note" {...form.register('note')} />
      </FormDialog>
    );
  };
  const NoteDialog = lazyDialog(async () => ({ NoteForm }), 'NoteForm', { title: 'Note' });
  const openPage = async () => {
    await NoteDialog.preload();
    const { show } = await openBrowser();
    show(<Page />);
  };
  const Page = () => {
    const [isOpen, setIsOpen] = useState(true);

    return isOpen && <NoteDialog onClose={() => setIsOpen(false)} />;
  };
  const backdrop = () => document.querySelector('[data-part=backdrop]') ?? expect.unreachable();
  const field = () => screen.findByLabelText<HTMLInputElement>('Note', { selector: 'input' });

  const WAYS: Record<string, () => void> = {
    Cancel: () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })),
    'the cross': () => fireEvent.click(screen.getByRole('button', { name: /close/i })),
    'a press beside it': () => fireEvent.click(backdrop()),
    'logging out': () => leaveTypedWork(() => expect.unreachable()),
  };

  it.each(Object.keys(WAYS))('asks before %s closes it', async (way) => {
    await openPage();
    fireEvent.input(await field(), { target: { value: TYPED } });
    await act(async () => WAYS[way]?.());
    await screen.findByText(QUESTION);
    await press('Keep editing');

    expect((await field()).value).toBe(TYPED);
  });

  it('closes once the person discards the text', async () => {
    await openPage();
    fireEvent.input(await field(), { target: { value: TYPED } });
    await press('Cancel');
    await press('Discard changes');

    await waitFor(() => expect(screen.queryByText('A note.')).toBeNull());
  });

  it('closes without a question once it is saved', async () => {
    await openPage();
    fireEvent.input(await field(), { target: { value: TYPED } });
    await press('Save');

    await waitFor(() => expect(screen.queryByText('A note.')).toBeNull());
    expect(screen.queryByText(QUESTION)).toBeNull();
  });
});

const WEB = join(import.meta.dirname, '../../../web');
const readSource = (file: string) => readFileSync(join(WEB, file), 'utf8');
const isGuarded = (source: string) => /useUnsavedWork\(|<FormDialog\b/.test(source);

/** The parameters of an address that open a form, with the file of the form; the others open none. */
const FORMS_OF_ADMIN: Record<string, string[]> = {
  new: ['features/services/service-form.tsx'],
  open: [
    'features/invoices/form/invoice-form.tsx',
    'features/payments/payment-dialog.tsx',
    'features/payments/refund-dialog.tsx',
    'features/payments/correction-dialog.tsx',
    'features/payments/reverse-dialog.tsx',
    'features/payments/move-dialog.tsx',
    'components/money/write-off-dialog.tsx',
    'components/money/take-back-write-off-dialog.tsx',
    'features/invoices/void-dialog.tsx',
    'features/invoices/credit-notes/credit-note-dialog.tsx',
    'features/users/edit-user-form.tsx',
    'features/users/reset-password-dialog.tsx',
    'features/books/closings/open-month-dialog.tsx',
    'features/payments/retained-recovery-dialog.tsx',
    'features/books/missing-note-dialog.tsx',
    'features/bank/first-day-dialog.tsx',
    'features/billing-runs/dialogs/due-dialog.tsx',
    'features/account/change-email-dialog.tsx',
    'features/account/change-password-dialog.tsx',
  ],
};
const NO_FORM_OF_ADMIN = [
  // Where one is, and which list is shown.
  ...[
    'section',
    'month',
    'bankAccount',
    'bankRow',
    'client',
    'tab',
    'kind',
    'page',
    'limit',
    'search',
    'role',
    'status',
    'only',
    'mail',
    'sort',
  ],
  ...['order', 'direction', 'min', 'overdue', 'asAt', 'list', 'from', 'to', 'of', 'state', 'book', 'row'],
  ...['closedAges', 'vatPeriod', 'vatNumber', 'vatRow', 'file', 'bankState', 'line', 'view', 'run', 'lines'],
];
const FORMS_OF_CLIENT: Record<string, string[]> = {
  section: ['features/account/details-form.tsx'],
  open: [
    'features/tickets/writing/reply-form.tsx',
    'features/tickets/writing/create-ticket-dialog.tsx',
    'features/account/change-email-dialog.tsx',
    'features/account/change-password-dialog.tsx',
  ],
};
const NO_FORM_OF_CLIENT = ['from', 'to', 'show', 'pay', 'search', 'tab'];

const SECTIONS: Record<AdminSection, true> = {
  users: true,
  debtors: true,
  bookkeeping: true,
  bank: true,
  'billing-run': true,
  statement: true,
  jobs: true,
  account: true,
};

describe('the forms of an address', () => {
  it.each([
    {
      portal: 'administrators',
      names: Object.keys(SECTIONS).flatMap((section) => Object.keys(adminSearch({ section, of: 7 }))),
      forms: FORMS_OF_ADMIN,
      noForm: NO_FORM_OF_ADMIN,
    },
    {
      portal: 'clients',
      names: Object.keys(clientSearch({})),
      forms: FORMS_OF_CLIENT,
      noForm: NO_FORM_OF_CLIENT,
    },
  ])('each parameter of $portal is known to open a form or none', ({ names, forms, noForm }) => {
    expect([...new Set(names)].toSorted()).toEqual([...Object.keys(forms), ...noForm].toSorted());
  });

  it.each([...new Set([...Object.values(FORMS_OF_ADMIN), ...Object.values(FORMS_OF_CLIENT)].flat())])(
    '%s asks before its text is lost',
    (file) => {
      expect(isGuarded(readSource(file))).toBe(true);
    },
  );
});

/** Forms whose text may go, each with its reason. */
const UNGUARDED: Record<string, string> = {
  'features/auth/sign-in-form.tsx': 'an address and a password, which browsers fill in',
  'features/auth/register-form.tsx': 'nobody is signed in, and passwords are not kept',
  'components/shell/proof-dialog.tsx': 'a password',
  'features/account/new-password-form.tsx': 'two passwords',
  'features/auth/second-step.tsx': 'a code, which works once',
  'features/factors/app-set-up.tsx': 'a code, which works once',
  'features/links/reset-form.tsx': 'two passwords',
  'screens/public/forgot-page.tsx': 'an address, which the sign-in page shows, too',
};

it('every file with a form asks before its text is lost, or has a reason not to', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const unguarded = files.filter((file) => {
    const source = readSource(file);

    return /\buse(?:Zod)?Form(<[^(]*>)?\(/.test(source) && !isGuarded(source);
  });

  expect(unguarded.toSorted()).toEqual(Object.keys(UNGUARDED).toSorted());
});
