import type { LinkProps, RegisteredRouter } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { Act } from '../acts/act.ts';
import type { NumberedClient } from '../words/full-name.ts';
import { OPEN_TEXT } from './search-params.ts';

type SearchOf<Panel extends string> = LinkProps<'a', RegisteredRouter, string, Panel>['search'];
/** What the address says is open: the name of a dialog of the tables and its subject, such as 'payment.reverse:812'. */
export type OpenText = NonNullable<
  Extract<SearchOf<'/admin'> | SearchOf<'/client'>, { open?: unknown }>['open']
>;

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
  /** The title of its row, until its subject is known. */
  title: ReactNode;
  /** Leaves without the act: takes back the step that opened the dialog. */
  onClose: () => void;
  /** Closes after the act, so that Back does not show the sent form. */
  onDone: () => void;
  /** Opens another dialog in the place of this one. */
  onNext: (open: OpenText) => void;
}

/** What a dialog over a client's record gets. */
export interface RecordDialogProps<Subject = undefined, Client = NumberedClient>
  extends DialogProps<Subject> {
  userId: number;
  /** Undefined until the account has been read. */
  client: Client | undefined;
}

/** A row of a table of dialogs: how acts show it, what it lies over, and its code. */
export interface DialogRow extends Omit<Act, 'id' | 'run' | 'link'> {
  /**
   * `record`: the record of a client. `user`: that user's record if it is open, otherwise the page. `page`: the page,
   * with what is open over it. `page-alone`: the page, without a record.
   */
  over: 'record' | 'user' | 'page' | 'page-alone';
  /** The parameters of the place below it, such as the tab of the record, or the section. */
  at?: Readonly<Record<string, string>>;
  /** Reads what follows the name in the address. A row without it has no subject. */
  readSubject?: (text: string) => unknown;
  /** The title until its code and its subject are there; by default the label. */
  title?: ReactNode;
  description?: string;
  role?: 'dialog' | 'alertdialog';
  size?: 'sm' | 'md' | 'search' | 'wide';
  /** The dialog stays open while its subject changes, such as the id of a ticket that is sent. */
  isKept?: boolean;
  /** Loads its component. */
  // biome-ignore lint/suspicious/noExplicitAny: each row has its own subject, which `readSubject` returns
  load: () => Promise<ComponentType<any>>;
}

/** The rows by their names, which are a type of their own: the types of links depend on them, and rows on links. */
export type DialogTable<Name extends string = string> = Readonly<Record<Name, DialogRow>>;

/** Reads a subject that is an id. */
export const readId = (text: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;

interface Shown {
  client?: number | undefined;
  tab?: string | undefined;
  section?: string | undefined;
}

/** What belongs to the tab of a record: the form in it, and what the timeline shows. */
const NO_TAB = { new: undefined, kind: undefined } as const;
const NO_RECORD = { ...NO_TAB, client: undefined, tab: undefined } as const;

/** The link that opens a dialog over the shown page. `client` is the client of its record. */
export const linkToDialog = (
  name: string,
  { over, at }: Pick<DialogRow, 'over' | 'at'>,
  { client, subject }: { client?: number; subject?: string | number } = {},
): LinkProps => ({
  to: '.',
  search: (shown: object) => {
    const { client: other, tab, section }: Shown = shown;
    const keepsRecord =
      over === 'page'
        ? at?.section === undefined || at.section === section
        : over !== 'page-alone' && other === client;
    const keepsTab = keepsRecord && (at?.tab === undefined || at.tab === tab);

    return {
      ...shown,
      ...(!keepsTab && NO_TAB),
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
  table: Readonly<Record<Name, Omit<DialogRow, 'load' | 'readSubject'>>>,
  name: Name,
  target: Parameters<typeof linkToDialog>[2] = {},
): Act & { link: LinkProps } => {
  const { label, icon, synonyms, keys, isDestructive }: Omit<DialogRow, 'load' | 'readSubject'> = table[name];

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
