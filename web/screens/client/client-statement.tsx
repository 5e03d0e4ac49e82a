import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { User } from '#shared/contract/auth.ts';
import { StatementView } from '../../features/debtors/statement-view.tsx';
import { HowToPay } from '../../features/invoices/own/how-to-pay.tsx';
import { readPeriod } from '../../lib/money/periods.ts';

const route = getRouteApi('/client');

/** The client's own statement, of the period in the address. */
export const ClientStatement = ({ user }: { user: User }) => {
  const navigate = useNavigate({ from: '/client' });

  return (
    <StatementView
      userId={user.User_Id}
      owner={user}
      period={readPeriod(route.useSearch(), new Date())}
      onPeriodChange={(period) =>
        void navigate({ to: '/client', search: (shown) => ({ ...shown, ...period }), replace: true })
      }
      howToPay={<HowToPay reference={user.OWNumber} />}
    />
  );
};
