import { Box, Link as StyledLink } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PageHeader } from '../../components/shell/page-header.tsx';
import { StatementView } from '../../features/debtors/statement-view.tsx';
import { HowToPay } from '../../features/invoices/own/how-to-pay.tsx';
import { SendStatement } from '../../features/mails/send-statement.tsx';
import { userQuery } from '../../features/users/queries.ts';
import { isMissingUser, MissingUser } from '../../features/users/record/missing-user.tsx';
import { linkToRecord } from '../../features/users/user-acts.ts';
import { type Period, readPeriod } from '../../lib/money/periods.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';
import { paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const route = getRouteApi('/admin');

interface StatementProps {
  userId: number;
  period: Period;
  onPeriodChange: (period: Period) => void;
}

const Statement = ({ userId, period, onPeriodChange }: StatementProps) => {
  const { data: user, error } = useQuery(userQuery(userId));
  const name = user && nameWithNumber(user);

  return (
    <>
      <Box _print={{ display: 'none' }}>
        <PageHeader
          title="Statement of account"
          description={
            <StyledLink asChild overflowWrap="anywhere">
              <Link {...linkToRecord(userId, 'payments')}>{name ?? '\u00a0'}</Link>
            </StyledLink>
          }
        />
      </Box>
      {isMissingUser(error) ? (
        <MissingUser error={error} onClose={() => history.back()} />
      ) : (
        <StatementView
          userId={userId}
          owner={user}
          period={period}
          onPeriodChange={onPeriodChange}
          howToPay={user && <HowToPay reference={user.OWNumber} />}
          actions={user?.user_role !== 'admin' && <SendStatement user={user} period={period} />}
        />
      )}
    </>
  );
};

/** The statement of the client whom the address names. */
export const AdminStatement = () => {
  const search = paramsOf('statement', route.useSearch());
  const changeAddress = useAddress<OfSection<'statement'>>();

  return (
    search.of && (
      <Statement
        key={search.of}
        userId={search.of}
        period={readPeriod(search, new Date())}
        onPeriodChange={(chosen) => changeAddress(chosen, { replace: true })}
      />
    )
  );
};
