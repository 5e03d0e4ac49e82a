import { useNavigate, useRouter } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { UserDetail } from '#shared/contract/users.ts';
import {
  type DialogProps,
  type DialogRow,
  type DialogTable,
  linkToDialog,
  type OpenText,
  readOpened,
} from '../../lib/address/dialogs.ts';
import { countStepsBack } from '../../lib/address/steps.ts';
import { lazyDialog } from './lazy-dialog.tsx';
import { RefusedDialog } from './refused-dialog.tsx';

// biome-ignore lint/suspicious/noExplicitAny: each row's component has its own subject
type LazyRow = ComponentType<any> & { preload: () => Promise<void> };

const loaded = new Map<DialogRow, LazyRow>();

/** Returns the component of a row, whose code is loaded once. */
const dialogOf = (row: DialogRow): LazyRow => {
  const { load, title = row.label, description, role, size } = row;
  const known = loaded.get(row);
  if (known) {
    return known;
  }

  const frame = { title, description, ...(role && { role }), ...(size && { size }) };
  const dialog = lazyDialog(async () => ({ Dialog: await load() }), 'Dialog', frame);
  loaded.set(row, dialog);

  return dialog;
};

/** Loads the code of a dialog before it opens. A failure is reported where the dialog is shown. */
export const preloadRow = async (row: DialogRow | undefined): Promise<void> =>
  row &&
  dialogOf(row)
    .preload()
    .catch(() => undefined);

interface OpenDialogProps {
  table: DialogTable;
  /** The parameter `open` of the address. */
  open: OpenText | undefined;
  /** What the panel knows of the place below: the client of the record. */
  below?: { userId?: number | undefined; client?: UserDetail | undefined };
}

/** The steps of the history that a dialog takes. */
const useDialogSteps = (table: DialogTable, client?: number): Omit<DialogProps, 'subject' | 'title'> => {
  const navigate = useNavigate();
  const { history } = useRouter();
  const replaceOpen = (open: OpenText | undefined) =>
    void navigate({
      to: '.',
      search: (shown: object) => ({ ...shown, open }),
      replace: true,
      resetScroll: false,
    });

  return {
    onClose: () => {
      const back = countStepsBack(history, 'open');
      if (back === undefined) {
        replaceOpen(undefined);
      } else {
        history.go(-back);
      }
    },
    onDone: () => replaceOpen(undefined),
    onNext: (next) => {
      const { name, subject } = readOpened(next);
      const row = table[name];
      if (row) {
        const target = { ...(client && { client }), ...(subject && { subject }) };
        void navigate({ ...linkToDialog(name, row, target), replace: true });
      }
    },
  };
};

/**
 * The dialog that the address names. Opening it was a step of the history: closing takes the step back, and a dialog
 * that did its act replaces it.
 */
export const OpenDialog = ({ table, open, below = {} }: OpenDialogProps) => {
  const steps = useDialogSteps(table, below.userId);
  if (!open) {
    return null;
  }

  const { name, subject: text } = readOpened(open);
  const row = table[name];
  const subject = row?.readSubject?.(text);
  const isComplete =
    row && (row.readSubject ? subject !== undefined : text === '') && (row.over !== 'record' || below.userId);
  if (!isComplete) {
    return (
      <RefusedDialog title="Nothing to open" why="This link opens nothing here" onClose={steps.onClose}>
        It may be for another account, or what it names may be gone.
      </RefusedDialog>
    );
  }
  const Opened = dialogOf(row);

  // What follows the subject in the address, such as a field, changes nothing of what the dialog is about.
  const key = row.isKept ? name : `${name}:${text.split(':')[0]}`;

  return <Opened key={key} {...below} {...steps} title={row.title ?? row.label} subject={subject} />;
};
