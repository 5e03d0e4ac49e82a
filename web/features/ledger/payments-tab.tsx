import { Button, Heading, HStack, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { BookMinus, BookPlus, Scale, ScrollText, Undo2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Debt, Payment } from '#shared/contract/ledger-payments.ts';
import { wordDays } from '#shared/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { RowMenu, RowMenuButton } from '../../components/list/row-menu.tsx';
import { OPENING_TAKE_BACK_FRAME, OPENING_WRITE_OFF_FRAME } from '../../components/money/write-off-frames.ts';
import type { Act } from '../../lib/act.ts';
import { linkToAdmin } from '../../lib/admin-link.ts';
import { debtQuery } from '../../lib/debt-query.ts';
import { type NumberedClient, nameWithNumber } from '../../lib/full-name.ts';
import { linkToLine } from './line-link.tsx';
import {
  ADJUST_TAKE_ON,
  CORRECTION_FRAME,
  MOVE_FRAME,
  type MoneyForm,
  type MoneyFrame,
  PAYMENT_FRAME,
  REFUND_FRAME,
  REVERSAL_FRAME,
} from './money-forms.ts';
import { MoneyTitle } from './money-title.tsx';
import { PaymentList } from './payment-list.tsx';

/** The frame of a dialog until its code is there, as high as with the client's name. */
const frameOf = ({ title, height }: MoneyFrame) => ({ title: <MoneyTitle plain={title} />, height });

const PaymentDialog = lazyDialog(
  () => import('./payment-dialog.tsx'),
  'PaymentDialog',
  frameOf(PAYMENT_FRAME),
);
const RecordAgainDialog = lazyDialog(
  () => import('./record-again-dialog.tsx'),
  'RecordAgainDialog',
  frameOf(PAYMENT_FRAME),
);
const RefundDialog = lazyDialog(() => import('./refund-dialog.tsx'), 'RefundDialog', frameOf(REFUND_FRAME));
const CorrectionDialog = lazyDialog(
  () => import('./correction-dialog.tsx'),
  'CorrectionDialog',
  frameOf(CORRECTION_FRAME),
);
const WriteOffDialog = lazyDialog(
  () => import('../../components/money/write-off-dialog.tsx'),
  'WriteOffDialog',
  frameOf(OPENING_WRITE_OFF_FRAME),
);
const TakeBackDialog = lazyDialog(
  () => import('../../components/money/take-back-dialog.tsx'),
  'TakeBackDialog',
  frameOf(OPENING_TAKE_BACK_FRAME),
);
const MoveDialog = lazyDialog(() => import('./move-dialog.tsx'), 'MoveDialog', frameOf(MOVE_FRAME));
const ReverseDialog = lazyDialog(
  () => import('./reverse-dialog.tsx'),
  'ReverseDialog',
  frameOf(REVERSAL_FRAME),
);

const linkToForm = (form: MoneyForm): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, tab: 'payments', new: form }),
});

const linkToReversal = (id: number): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, reverse: id }),
});

const linkToRecordAgain = (id: number): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, replaces: id }),
});

const linkToMove = (id: number): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, move: id }),
});

const linkToStatement = (userId: number): LinkProps => linkToAdmin({ section: 'statement', of: userId });

interface HeaderProps {
  userId: number;
  /** Undefined until it has been read. */
  debt: Debt | undefined;
}

const rarerActs = ({ takenOn, credit, items }: Debt): Act[] => [
  ...(takenOn !== null
    ? [{ id: 'opening.correct', label: ADJUST_TAKE_ON, icon: Scale, link: linkToForm('correction') }]
    : []),
  ...(items.some(({ kind, amountDue }) => kind === 'opening' && amountDue > 0)
    ? [
        {
          id: 'opening.write-off',
          label: OPENING_WRITE_OFF_FRAME.title,
          icon: BookMinus,
          link: linkToForm('opening-write-off'),
        },
      ]
    : []),
  ...(items.some(({ kind, writtenOff }) => kind === 'opening' && writtenOff > 0)
    ? [
        {
          id: 'opening.take-back',
          label: OPENING_TAKE_BACK_FRAME.title,
          icon: BookPlus,
          link: linkToForm('opening-take-back'),
        },
      ]
    : []),
  ...(credit > 0
    ? [{ id: 'credit.refund', label: 'Refund credit', icon: Undo2, link: linkToForm('refund') }]
    : []),
];

/** The record's own 'Record payment' stands over all its tabs. */
const PaymentsHeader = ({ userId, debt }: HeaderProps) => {
  const menuId = useId();
  const acts = debt ? rarerActs(debt) : [];

  return (
    <RowMenu id={menuId} actsOf={() => ({ label: 'More about money', acts })}>
      <HStack justify="space-between" gap="2" minH="8">
        <Heading as="h3" size="md">
          Payments
        </Heading>
        {/* What appears with the debt stands at the left, so that Statement does not move. */}
        <HStack gap="2" ms="auto">
          {acts.length > 0 && <RowMenuButton menuId={menuId} row={userId} label="More about money" />}
          {debt && debt.credit > 0 && (
            <Button asChild size="sm" variant="outline" hideBelow="md">
              <Link {...linkToForm('refund')}>Refund credit</Link>
            </Button>
          )}
          <Button asChild size="sm" variant="outline">
            <Link {...linkToStatement(userId)}>
              <ScrollText aria-hidden /> Statement
            </Link>
          </Button>
        </HStack>
      </HStack>
    </RowMenu>
  );
};

/** What can be done with a payment: one of the bank is undone through its line. */
const actsOfPayment = ({ id, reversedAt, lineId }: Payment): [string, LinkProps][] => {
  if (reversedAt !== null) {
    return [['Record again', linkToRecordAgain(id)]];
  }

  return typeof lineId === 'number'
    ? [["From the bank's file: open", linkToLine(lineId)]]
    : [
        ['Returned or wrong: reverse', linkToReversal(id)],
        [MOVE_FRAME.title, linkToMove(id)],
      ];
};

const PaymentActs = ({ payment }: { payment: Payment }) => {
  const { amount } = payment;

  return (
    <Stack gap="0" align="flex-end">
      {actsOfPayment(payment).map(([label, link]) => (
        <Button
          key={label}
          asChild
          size="xs"
          variant="ghost"
          colorPalette="gray"
          me="-2.5"
          h="auto"
          minH="8"
          maxW="8rem"
          whiteSpace="normal"
          textAlign="end"
        >
          <Link
            {...link}
            aria-label={`${label} the payment of ${formatAmount(amount)} of ${wordDays(payment)}`}
          >
            {label}
          </Link>
        </Button>
      ))}
    </Stack>
  );
};

interface PaymentsTabProps {
  userId: number;
  /** Undefined until the account has been read. */
  client: NumberedClient | undefined;
  /** The form that the address opens, the payment that it reverses, or the reversed one that it records again. */
  openForm: MoneyForm | undefined;
  reversedId: number | undefined;
  /** A payment that was recorded by mistake a moment ago. */
  undoneId: number | undefined;
  replacedId: number | undefined;
  movedId: number | undefined;
  onFormClosed: () => void;
}

/** The payments of one client, and the forms for new ones, refunds and corrections. */
export const PaymentsTab = ({
  userId,
  client,
  openForm,
  reversedId,
  undoneId,
  replacedId,
  movedId,
  onFormClosed,
}: PaymentsTabProps) => {
  const { data: debt } = useQuery(debtQuery(userId));
  const dialogProps = { userId, client, onClose: onFormClosed };
  const opening = { userId, clientName: client && nameWithNumber(client) };
  // A dialog that opened in the same moment as the record would lie under it: React runs the inner effects first.
  const [isRecordOpen, setIsRecordOpen] = useState(false);

  useEffect(() => {
    setIsRecordOpen(true);
    void PaymentDialog.preload();
    void ReverseDialog.preload();
    void RefundDialog.preload();
    void CorrectionDialog.preload();
    void RecordAgainDialog.preload();
    void MoveDialog.preload();
  }, []);

  return (
    <Stack gap="4">
      <PaymentsHeader userId={userId} debt={debt} />
      <PaymentList userId={userId} actionOf={(payment) => <PaymentActs payment={payment} />} />
      {isRecordOpen && (
        <>
          {openForm === 'payment' && <PaymentDialog {...dialogProps} />}
          {openForm === 'refund' && <RefundDialog {...dialogProps} />}
          {openForm === 'correction' && <CorrectionDialog {...dialogProps} />}
          {openForm === 'opening-write-off' && <WriteOffDialog item={opening} onClose={onFormClosed} />}
          {openForm === 'opening-take-back' && <TakeBackDialog item={opening} onClose={onFormClosed} />}
          {reversedId !== undefined && (
            <ReverseDialog key={reversedId} {...dialogProps} paymentId={reversedId} />
          )}
          {undoneId !== undefined && (
            <ReverseDialog
              key={undoneId}
              {...dialogProps}
              paymentId={undoneId}
              reason="Recorded by mistake"
            />
          )}
          {replacedId !== undefined && (
            <RecordAgainDialog key={replacedId} {...dialogProps} paymentId={replacedId} />
          )}
          {movedId !== undefined && <MoveDialog key={movedId} {...dialogProps} paymentId={movedId} />}
        </>
      )}
    </Stack>
  );
};
