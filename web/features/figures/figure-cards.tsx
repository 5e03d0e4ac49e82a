import { Clock, LifeBuoy, ListTodo, ReceiptText, Wallet } from 'lucide-react';
import { PAUSED_WORDS } from '#shared/mails/mail-shares.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { StatCard } from '../../components/facts/stat-card.tsx';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { thisMonth } from '../../lib/money/periods.ts';
import { useFirstRead } from '../../lib/reads/use-first-read.ts';
import { countFiguresQuery, moneyFiguresQuery } from './queries.ts';

/** Keeps the card's last line while its text is not known yet. */
const BLANK = '\u00A0';

const failureOf = ({ error, refetch }: { error: Error | null; refetch: () => unknown }) =>
  error ? { error, onRetry: () => void refetch() } : undefined;

const tellOverdue = (clients: number) => {
  if (clients === 0) {
    return 'Nobody is overdue';
  }

  return clients === 1 ? 'From 1 client' : `From ${formatCount(clients)} clients`;
};

const tellTakenBack = (voided: number, credited: number) => {
  const parts = [
    voided > 0 && `${formatAmount(voided)} voided`,
    credited > 0 && `${formatAmount(credited)} credited`,
  ].filter(Boolean);

  return parts.length === 0 ? 'No voids or credits' : parts.join(', ');
};

const showAmount = (amount: number | undefined) => (amount === undefined ? undefined : formatAmount(amount));

/** What all clients owe, each card with a link to those who owe it, and what was invoiced, with a link to the ledger's month. */
export const MoneyCards = () => {
  const counts = useFirstRead(countFiguresQuery);
  const money = useFirstRead(moneyFiguresQuery);
  const failure = failureOf(money);
  const { outstanding, overdue, invoicedThisMonth, voidedThisMonth, creditedThisMonth } = money.data ?? {};

  return (
    <>
      <StatCard
        label="Outstanding"
        icon={Wallet}
        value={showAmount(outstanding)}
        isAmount
        detail={outstanding === 0 ? 'Nobody owes anything' : 'All that clients owe'}
        link={linkToAdmin({ section: 'debtors', sort: 'due' })}
        failure={failure}
      />
      <StatCard
        label="Overdue"
        icon={Clock}
        value={showAmount(overdue)}
        isAmount
        isLoud={overdue !== undefined && overdue > 0}
        detail={counts.data ? tellOverdue(counts.data.overdueClients) : BLANK}
        link={linkToAdmin({ section: 'debtors', overdue: true })}
        failure={failure}
      />
      <StatCard
        label="Invoiced This Month"
        icon={ReceiptText}
        value={showAmount(invoicedThisMonth)}
        isAmount
        detail={
          voidedThisMonth === undefined || creditedThisMonth === undefined
            ? BLANK
            : tellTakenBack(voidedThisMonth, creditedThisMonth)
        }
        {...(money.data && {
          // Only now, because the build renders this card before, and its day would stay in the address.
          link: linkToAdmin({ section: 'bookkeeping', ...thisMonth(new Date()) }),
        })}
        failure={failure}
      />
    </>
  );
};

/** The open tickets, which administrators answer at the helpdesk's own site. */
export const OpenTicketsCard = () => {
  const counts = useFirstRead(countFiguresQuery);
  const failure = failureOf(counts);
  const { openTickets, helpdeskUrl } = counts.data ?? {};
  const details = {
    none: 'No ticket is open',
    some: 'Answered at the helpdesk',
    off: 'No helpdesk is configured',
  };
  const detail = openTickets === null ? details.off : details[openTickets === 0 ? 'none' : 'some'];

  return (
    <StatCard
      label="Open Tickets"
      icon={LifeBuoy}
      value={openTickets === null ? '–' : openTickets}
      detail={counts.data ? detail : BLANK}
      {...(helpdeskUrl && { link: { href: helpdeskUrl } })}
      failure={failure}
    />
  );
};

/** Also names the mails that stand still, because they are jobs that wait for somebody. */
export const FailedJobsCard = () => {
  const counts = useFirstRead(countFiguresQuery);
  const { failedJobs, pausedMails: [paused] = [] } = counts.data ?? {};
  const failure = failureOf(counts);
  const detail = failedJobs === 0 ? 'All is well' : 'They wait for you';

  return (
    <StatCard
      label="Failed Jobs"
      icon={ListTodo}
      value={failedJobs}
      isLoud={paused !== undefined || (failedJobs !== undefined && failedJobs > 0)}
      detail={paused ? `${PAUSED_WORDS[paused.share]}, ${formatCount(paused.waiting)} wait` : detail}
      link={linkToAdmin({ section: 'jobs' })}
      failure={failure}
    />
  );
};
