import { ArrowLeftRight, Banknote, BookMinus, BookPlus, HandCoins } from 'lucide-react';
import { type DialogTable, readId } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { RECORD_AGAIN } from './record-again.ts';

type PaymentDialogName =
  | 'payment.new'
  | 'payment.reverse'
  | 'payment.record-again'
  | 'payment.move'
  | 'credit.refund'
  | 'opening.correct'
  | 'opening.write-off'
  | 'opening.take-back'
  | 'account.owed'
  | 'retained.recover';

/** Reads the id of a payment; `mistake` follows if it was recorded by mistake a moment ago. */
const readReversed = (text: string): { paymentId: number; isMistake: boolean } | undefined => {
  const [id = '', why] = text.split(':');
  const paymentId = readId(id);

  return paymentId === undefined ? undefined : { paymentId, isMistake: why === 'mistake' };
};

const at = { tab: 'payments' } as const;

/** The dialogs about the money of a client's account. */
export const PAYMENT_DIALOGS: DialogTable<PaymentDialogName> = {
  'payment.new': {
    ...RECORD_ACTS['payment.new'],
    load: async () => (await import('./payment-dialog.tsx')).PaymentDialog,
  },
  'payment.reverse': {
    ...RECORD_ACTS['payment.reverse'],
    title: 'Reverse this payment?',
    readSubject: readReversed,
    load: async () => (await import('./reverse-dialog.tsx')).ReverseDialog,
  },
  'payment.record-again': {
    over: 'record',
    at,
    label: RECORD_AGAIN,
    icon: Banknote,
    readSubject: readId,
    load: async () => (await import('./record-again-dialog.tsx')).RecordAgainDialog,
  },
  'payment.move': {
    over: 'record',
    at,
    label: 'Move to another client',
    icon: ArrowLeftRight,
    readSubject: readId,
    load: async () => (await import('./move-dialog.tsx')).MoveDialog,
  },
  'credit.refund': {
    ...RECORD_ACTS['credit.refund'],
    load: async () => (await import('./refund-dialog.tsx')).RefundDialog,
  },
  'opening.correct': {
    ...RECORD_ACTS['opening.correct'],
    load: async () => (await import('./correction-dialog.tsx')).CorrectionDialog,
  },
  'opening.write-off': {
    over: 'record',
    at,
    label: 'Write off opening balance',
    icon: BookMinus,
    load: async () => (await import('./opening-dialogs.tsx')).OpeningWriteOffDialog,
  },
  'opening.take-back': {
    over: 'record',
    at,
    label: 'Take back write-off',
    icon: BookPlus,
    load: async () => (await import('./opening-dialogs.tsx')).OpeningTakeBackDialog,
  },
  'account.owed': {
    over: 'record',
    label: 'Owed',
    icon: HandCoins,
    load: async () => (await import('./open-items-dialog.tsx')).OpenItemsDialog,
  },
  'retained.recover': {
    ...RECORD_ACTS['retained.recover'],
    load: async () => (await import('./retained-recovery-dialog.tsx')).RetainedRecoveryDialog,
  },
};
