import { Box } from '@chakra-ui/react';
import { getRouteApi } from '@tanstack/react-router';
import type { OwnUser } from '#shared/contract/auth.ts';
import { LinkTabs } from '../../components/list/link-tabs.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { AmountOwed } from '../../features/invoices/own/amount-owed.tsx';
import { OpenInvoices } from '../../features/invoices/own/own-open-invoices.tsx';

export const PaidInvoices = lazyPart(
  () => import('../../features/invoices/own/paid-invoices.tsx'),
  'PaidInvoices',
  {
    waiting: <SkeletonRows label="Loading invoices" rows={3} height="14" />,
  },
);
export const OwnPayments = lazyPart(() => import('../../features/payments/own-payments.tsx'), 'OwnPayments', {
  waiting: <SkeletonRows label="Loading payments" rows={3} height="14" />,
});

export const OwnCreditNotes = lazyPart(
  () => import('../../features/invoices/credit-notes/own-credit-notes.tsx'),
  'OwnCreditNotes',
  { waiting: <SkeletonRows label="Loading credit notes" rows={2} height="14" /> },
);

const TABS = {
  open: OpenInvoices,
  paid: PaidInvoices,
  payments: OwnPayments,
  'credit-notes': OwnCreditNotes,
};
const LABELS = { open: 'Open', paid: 'Paid', payments: 'Payments', 'credit-notes': 'Credit notes' };

const route = getRouteApi('/client');

const isTab = (shown: string | undefined): shown is keyof typeof TABS => shown !== undefined && shown in TABS;

/**
 * On a phone, what follows the amount appears with it, because its card may be lower than the place that waits for it;
 * but after four seconds it appears without it.
 */
export const BELOW_AMOUNT = {
  smDown: {
    '&:has([data-awaited]) > :not(:first-child), & > :has(> [data-awaited]) > :not([data-awaited])': {
      animation: 'show-late 1ms 4s backwards',
    },
  },
};

/** A client's own money: the amount owed and how to pay it, and below it what is open, what is paid, and the payments. */
export const ClientInvoices = ({ user }: { user: OwnUser }) => {
  const { show } = route.useSearch();
  const tab = isTab(show) ? show : 'open';
  const Content = TABS[tab];

  return (
    <Box css={BELOW_AMOUNT}>
      <AmountOwed user={user} on="invoices" />
      <Box mt="3" />
      <LinkTabs
        label="Invoices and payments"
        tabs={(['open', 'paid', 'payments', 'credit-notes'] as const).map((one) => ({
          label: LABELS[one],
          change: { show: one === 'open' ? undefined : one },
          isCurrent: one === tab,
        }))}
      />
      <Content userId={user.User_Id} ownNumber={user.OWNumber} />
    </Box>
  );
};
