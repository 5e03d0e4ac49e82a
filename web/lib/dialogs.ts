import type { LinkProps, RegisteredRouter } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { UserDetail } from '#shared/contract/users.ts';
import type { Act } from './act.ts';

type SearchOf<Panel extends string> = LinkProps<'a', RegisteredRouter, string, Panel>['search'];
/** What the address says is open: the name of a dialog of the tables and its subject, such as 'payment.reverse:812'. */
export type OpenText = NonNullable<
  Extract<SearchOf<'/admin'> | SearchOf<'/client'>, { open?: unknown }>['open']
>;

/** The text of `open` begins with its name; what follows the first colon is the subject. */
const OPEN_TEXT = /^([a-z-]+\.[a-z-]+)(?::(.{1,80}))?$/;

/** Reads the parameter `open` of an address. The table of the panel knows which names there are. */
export const openText = (value: unknown): string | undefined =>
  typeof value === 'string' && OPEN_TEXT.test(value) ? value : undefined;

interface Opened {
  name: string;
  /** Empty for a dialog without a subject. */
  subject: string;
}

export const readOpened = (open: string): Opened => {
  const [, name = '', subject = ''] = OPEN_TEXT.exec(open) ?? [];

  return { name, subject };
};

const joinOpen = (name: string, subject: string | number | undefined): OpenText =>
  (subject === undefined ? name : `${name}:${subject}`) as OpenText;

/** What every dialog of a table gets. It knows nothing of addresses. */
export interface DialogProps<Subject = undefined> {
  subject: Subject;
  /** Leaves without the act: takes back the step that opened the dialog. */
  onClose: () => void;
  /** Closes after the act, so that Back does not show the sent form. */
  onDone: () => void;
  /** Opens another dialog in the place of this one. */
  onNext: (open: OpenText) => void;
}

/** What a dialog over a client's record gets. */
export interface RecordDialogProps<Subject = undefined> extends DialogProps<Subject> {
  userId: number;
  /** Undefined until the account has been read. */
  client: UserDetail | undefined;
}

/** A row of a table of dialogs: how acts show it, what it lies over, and its code. */
export interface DialogRow extends Omit<Act, 'id' | 'run' | 'link'> {
  /**
   * `record`: the record of a client. `user`: that user's record if it is open, otherwise the page. `page`: the page,
   * with what is open over it.
   */
  over: 'record' | 'user' | 'page';
  /** The parameters of the place below it, such as the tab of the record, or the section. */
  at?: Readonly<Record<string, string>>;
  /** Reads what follows the name in the address. A row without it has no subject. */
  readSubject?: (text: string) => unknown;
  /** The title until its code and its subject are there; by default the label. */
  title?: ReactNode;
  description?: string;
  role?: 'dialog' | 'alertdialog';
  size?: 'sm' | 'md' | 'wide';
  /** Loads its component. A row without one is a form that the place below shows by itself. */
  // biome-ignore lint/suspicious/noExplicitAny: each row has its own subject, which `readSubject` returns
  load?: () => Promise<ComponentType<any>>;
}

/** The rows by their names, which are a type of their own: the types of links depend on them, and rows on links. */
export type DialogTable<Name extends string = string> = Readonly<Record<Name, DialogRow>>;

/** Reads a subject that is an id. */
export const readId = (text: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;

interface Shown {
  client?: number | undefined;
  section?: string | undefined;
}

/** What an address loses if another record, or none, is open: the record's tab and what its timeline shows. */
const NO_RECORD = { client: undefined, tab: undefined, kind: undefined } as const;

/** The link that opens a dialog over the shown page. `client` is the client of its record. */
export const linkToDialog = (
  name: string,
  { over, at }: Pick<DialogRow, 'over' | 'at'>,
  { client, subject }: { client?: number; subject?: string | number } = {},
): LinkProps => ({
  to: '.',
  search: (shown: object) => {
    const { client: other, section }: Shown = shown;
    const keepsRecord =
      over === 'user' ? other === client : over === 'page' && (!at?.section || at.section === section);

    return {
      ...shown,
      ...(!keepsRecord && NO_RECORD),
      ...(over === 'record' && { client }),
      ...at,
      open: joinOpen(name, subject),
    };
  },
  resetScroll: false,
});

/** The act that opens a dialog, as menus, the palette and the list of keys show it. */
export const dialogAct = <Name extends string>(
  table: DialogTable<Name>,
  name: Name,
  target: Parameters<typeof linkToDialog>[2] = {},
): Act & { link: LinkProps } => {
  const { label, icon, synonyms, keys, isDestructive } = table[name];

  return {
    id: name,
    label,
    icon,
    ...(synonyms && { synonyms }),
    ...(keys && { keys }),
    ...(isDestructive && { isDestructive }),
    link: linkToDialog(name, table[name], target),
  };
};
