import type { LinkProps } from '@tanstack/react-router';
import { Eye, Mail, Phone, ScrollText, Send, Signal } from 'lucide-react';
import type { UserListRow } from '#shared/contract/users/user-list.ts';
import type { UserSummary } from '#shared/contract/users.ts';
import type { Act, OutsideAct } from '../../lib/acts/act.ts';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { RECORD_PARAMS, without } from '../../lib/address/dialog-params.ts';
import { dialogAct, linkToDialog } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { mailtoOf } from '../../lib/browser/mailto.ts';

/** The parameters of /admin that open something over the screen. */
interface Opened {
  client?: number;
  tab?: 'services' | 'invoices' | 'payments' | 'sessions' | 'mails' | 'timeline';
  new?: 'service';
}

/** Opens something over the shown screen, and closes what is open there. */
const open = (opened: Opened): { link: LinkProps } => ({
  link: { to: '/admin', search: (shown: object) => ({ ...shown, ...without(RECORD_PARAMS), ...opened }) },
});

const userAct = (
  name: 'user.edit' | 'user.reset' | 'user.invite' | 'user.delete',
  userId: number,
  choice?: string,
) =>
  dialogAct(RECORD_ACTS, name, {
    client: userId,
    subject: choice === undefined ? userId : `${userId}:${choice}`,
  });

/** The address of a client's record, over the shown screen. */
export const linkToRecord = (userId: number, tab?: Opened['tab']): LinkProps =>
  open({ client: userId, ...(tab && { tab }) }).link;

/** The address of an invoice's lines and credit notes, over its client's record. */
export const linkToInvoice = (userId: number, invoiceId: number): LinkProps =>
  linkToDialog(
    'invoice.view',
    { over: 'record', at: { tab: 'invoices' } },
    { client: userId, subject: invoiceId },
  );

/** The address of the form that pays a client's credit back. */
export const linkToRefund = (userId: number): LinkProps =>
  dialogAct(RECORD_ACTS, 'credit.refund', { client: userId }).link;

/** The address of the form that deactivates an account. */
export const linkToStatus = (userId: number): LinkProps => userAct('user.edit', userId, 'User_Status').link;

/** True unless something that is known of an account keeps its client from being invited; the dialog knows the rest. */
const mayBeInvited = ({
  user_role,
  User_Status,
  emailVerified,
  invitation,
}: Partial<UserListRow & Pick<UserSummary, 'invitation'>>): boolean =>
  user_role !== 'admin' && User_Status !== 0 && !emailVerified && invitation?.obstacle !== 'signed-in';

/** What an administrator can do with an account; each act is an address. Without credit there is none to refund. */
export const actsOfUser = ({
  User_Id: id,
  User_Debit: balance,
  ...account
}: Pick<UserListRow, 'User_Id'> & Partial<UserListRow & Pick<UserSummary, 'invitation'>>): Act[] => [
  { id: 'user.view', label: 'View', icon: Eye, ...open({ client: id }) },
  userAct('user.edit', id),
  userAct('user.reset', id),
  { ...userAct('user.reset', id, 'link'), id: 'user.send-link', label: 'Send a reset link', icon: Send },
  ...(mayBeInvited(account) ? [userAct('user.invite', id)] : []),
  {
    id: 'service.new',
    label: 'Add Service',
    icon: Signal,
    ...open({ client: id, tab: 'services', new: 'service' }),
  },
  dialogAct(RECORD_ACTS, 'invoice.new', { client: id }),
  dialogAct(RECORD_ACTS, 'payment.new', { client: id }),
  dialogAct(RECORD_ACTS, 'opening.correct', { client: id }),
  ...(balance === undefined || balance > 0 ? [dialogAct(RECORD_ACTS, 'credit.refund', { client: id })] : []),
  {
    id: 'statement.view',
    label: 'Statement',
    icon: ScrollText,
    link: linkToAdmin({ section: 'statement', of: id }),
  },
  userAct('user.delete', id),
];

/** How a client is reached, as far as it is known. */
export const contactActsOf = ({
  User_Mobile: mobile,
  User_Email: email,
}: Partial<Pick<UserListRow, 'User_Mobile' | 'User_Email'>>): OutsideAct[] => [
  ...(mobile ? [{ id: 'user.call', label: 'Call', icon: Phone, href: `tel:${mobile}` }] : []),
  ...(email ? [{ id: 'user.mail', label: 'Mail', icon: Mail, href: mailtoOf(email) }] : []),
];
