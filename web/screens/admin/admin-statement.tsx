import { Box, Link as StyledLink } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../components/shell/page-header.tsx';
import { StatementView } from '../../features/debtors/statement-view.tsx';
import { HowToPay } from '../../features/invoices/own/how-to-pay.tsx';
import { SendStatement } from '../../features/mails/send-statement.tsx';
import { userQuery } from '../../features/users/queries.ts';
import { isMissingUser, MissingUser } from '../../features/users/record/missing-user.tsx';
import { linkToRecord } from '../../features/users/user-acts.ts';
import type { Period } from '../../lib/money/periods.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';

interface AdminStatementProps {
  userId: number;
  period: Period;
  onPeriodChange: (period: Period) => void;
}

/** The statement of any client. */
export const AdminStatement = ({ userId, period, onPeriodChange }: AdminStatementProps) => {
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
