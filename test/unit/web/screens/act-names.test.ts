import { expect, it } from 'vitest';
import { actsAbout } from '#web/features/invoices/invoice-acts.ts';
import { actsOfUser } from '#web/features/users/user-acts.ts';
import type { DialogTable } from '#web/lib/address/dialogs.ts';
import { RECORD_ACTS } from '#web/lib/address/record-acts.ts';
import { ADMIN_DIALOGS } from '#web/screens/admin/admin-dialogs.tsx';

const TABLE: DialogTable = ADMIN_DIALOGS;

/** Dialogs that show something, or whose title is a question that the act answers. */
const OTHERWISE = ['invoice.view', 'bank-file.same'];

/** True if the words of the act are in the title in their order, as 'Take back' in 'Take the file back?'. */
const isNamedIn = (label: string, title: string): boolean => {
  const words: string[] = title.toLowerCase().match(/[\w'-]+/g) ?? [];
  let from = 0;

  return label
    .toLowerCase()
    .split(' ')
    .every((word) => {
      from = words.indexOf(word.replace(/\W+$/, ''), from) + 1;

      return from > 0;
    });
};

it.each(
  Object.entries(TABLE).flatMap(([name, { label, title }]) =>
    typeof title === 'string' && !OTHERWISE.includes(name) ? [[name, label, title] as const] : [],
  ),
)('the dialog %s is named like its act', (_, label, title) => {
  expect(isNamedIn(label, title), `${label}: ${title}`).toBe(true);
});

const INVOICE = {
  id: 5,
  userId: 7,
  status: 'pending',
  totalAmount: 5,
  amountDue: 5,
  credited: 0,
  writtenOff: 0,
} as const;

it.each([...actsOfUser({ User_Id: 7 }), ...actsAbout(INVOICE)].filter(({ id }) => id in TABLE))(
  'menus and the palette call $id as its dialog',
  ({ id, label }) => {
    expect(label).toBe(TABLE[id]?.label);
  },
);

it('no two acts on a client have the same name', () => {
  const labels = Object.values(RECORD_ACTS).map(({ label }) => label);

  expect(new Set(labels).size).toBe(labels.length);
});
