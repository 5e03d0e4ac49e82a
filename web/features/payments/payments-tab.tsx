import { Button, Heading, HStack, Stack } from '@chakra-ui/react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { FileText, ScrollText } from 'lucide-react';
import { useId } from 'react';
import type { Debt, Payment } from '#shared/contract/payments/ledger-payments.ts';
import { wordDays } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { RowMenu, RowMenuButton } from '../../components/list/row-menu.tsx';
import type { Act } from '../../lib/acts/act.ts';
import { linkToAdmin, linkToLine } from '../../lib/address/admin-link.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { PAYMENT_DIALOGS } from './payment-dialogs.ts';
import { PaymentList } from './payment-list.tsx';
import { paymentListQuery } from './queries.ts';

const linkToStatement = (userId: number): LinkProps => linkToAdmin({ section: 'statement', of: userId });

interface HeaderProps {
  userId: number;
  /** Undefined until it has been read. */
  debt: Debt | undefined;
}

const rarerActs = (userId: number, { takenOn, credit, items }: Debt): Act[] => {
  const openings = items.filter(({ kind }) => kind === 'opening');
  const offered: [keyof typeof PAYMENT_DIALOGS, boolean][] = [
    ['opening.correct', takenOn !== null],
    ['opening.write-off', openings.some(({ amountDue }) => amountDue > 0)],
    ['opening.take-back', openings.some(({ writtenOff }) => writtenOff > 0)],
    ['credit.refund', credit > 0],
  ];

  return offered.flatMap(([name, isOffered]) =>
    isOffered ? [dialogAct(PAYMENT_DIALOGS, name, { client: userId })] : [],
  );
};

/** The record's own 'Record payment' stands over all its tabs. */
const PaymentsHeader = ({ userId, debt }: HeaderProps) => {
  const menuId = useId();
  const acts = debt ? rarerActs(userId, debt) : [];

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
              <Link {...dialogAct(PAYMENT_DIALOGS, 'credit.refund', { client: userId }).link}>
                Refund credit
              </Link>
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
const actsOfPayment = ({ id, userId, reversedAt, lineId }: Payment): Act[] => {
  const actOf = (name: keyof typeof PAYMENT_DIALOGS) =>
    dialogAct(PAYMENT_DIALOGS, name, { client: userId, subject: id });
  if (reversedAt !== null) {
    return [actOf('payment.record-again')];
  }

  return typeof lineId === 'number'
    ? [{ id: 'payment.line', label: 'Open in the bank file', icon: FileText, link: linkToLine(lineId) }]
    : [actOf('payment.move'), actOf('payment.reverse')];
};

const namePayment = (payment: Payment) =>
  `the payment of ${formatAmount(payment.amount)} of ${wordDays(payment)}`;

/** The payments, each with the button of the menu that all of them share. */
const PaymentsWithActs = ({ userId }: { userId: number }) => {
  const menuId = useId();
  const { data } = useInfiniteQuery(paymentListQuery(userId));
  const actsOf = (row: number) => {
    const payment = data?.pages.flat().find(({ id }) => id === row);

    return payment?.kind === 'payment'
      ? { label: `Acts on ${namePayment(payment)}`, acts: actsOfPayment(payment) }
      : undefined;
  };

  return (
    <RowMenu id={menuId} actsOf={actsOf}>
      <PaymentList
        userId={userId}
        actionOf={(payment) => (
          <RowMenuButton menuId={menuId} row={payment.id} label={`More about ${namePayment(payment)}`} />
        )}
      />
    </RowMenu>
  );
};

/** The payments of one client, and what is done with them. */
export const PaymentsTab = ({ userId }: { userId: number }) => {
  const { data: debt } = useQuery(debtQuery(userId));

  return (
    <Stack gap="4">
      <PaymentsHeader userId={userId} debt={debt} />
      <PaymentsWithActs userId={userId} />
    </Stack>
  );
};
