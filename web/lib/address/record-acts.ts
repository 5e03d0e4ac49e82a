import {
  Banknote,
  HandCoins,
  KeyRound,
  Pencil,
  ReceiptText,
  RotateCcw,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { DialogRow } from './dialogs.ts';

type Face = Omit<DialogRow, 'load' | 'readSubject'>;

const payments = { over: 'record', at: { tab: 'payments' } } as const;

/**
 * How the acts about a client look and where they open. Menus, the palette and toasts of several areas offer them; the
 * table of the area adds the code.
 */
export const RECORD_ACTS = {
  'user.edit': { over: 'user', label: 'Edit', icon: Pencil },
  'user.reset': { over: 'user', label: 'Reset Password', icon: KeyRound },
  'user.invite': { over: 'user', label: 'Invite', icon: Send },
  'user.delete': { over: 'user', label: 'Delete', icon: Trash2, isDestructive: true },
  'invoice.new': {
    over: 'record',
    at: { tab: 'invoices' },
    label: 'New invoice',
    synonyms: 'create',
    icon: ReceiptText,
    keys: 'N',
  },
  'payment.new': { ...payments, label: 'Record payment', icon: Banknote, keys: 'P' },
  'payment.reverse': { ...payments, label: 'Reverse', icon: RotateCcw, isDestructive: true },
  'opening.correct': { ...payments, label: 'Adjust take-on balance', icon: Pencil },
  'retained.recover': {
    over: 'page',
    at: { section: 'bookkeeping' },
    label: "Record a recovery of a deleted client's invoice",
    synonyms: 'bad debt written off closed account payment',
    icon: HandCoins,
  },
  'credit.refund': { ...payments, label: 'Refund credit', icon: Undo2 },
} as const satisfies Record<string, Face>;
