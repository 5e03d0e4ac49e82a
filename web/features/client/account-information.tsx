import type { User } from '#shared/contract/auth.ts';
import { formatAmount } from '#shared/money.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { Fact, FactCard } from '../../components/facts/facts.tsx';
import { VerifiedEmail } from '../../components/form/verified-email.tsx';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { useFirstRead } from '../../lib/reads/use-first-read.ts';
import { joinNames } from '../../lib/words/full-name.ts';

export const AccountInformation = ({ user }: { user: User }) => {
  const { data: debt } = useFirstRead(debtQuery(user.User_Id));
  // The session's balance is that of the sign-in, and stands only until the debt is known.
  const credit = debt?.credit ?? Math.max(0, user.User_Debit);

  return (
    <FactCard title="Account Information">
      <Fact name="Full name">{joinNames(user)}</Fact>
      <Fact name="Email">
        <VerifiedEmail user={user} />
      </Fact>
      <Fact name="Phone">{user.User_Mobile && formatPhone(user.User_Mobile)}</Fact>
      <Fact name="OW number">{user.OWNumber}</Fact>
      <Fact name="Company">{user.User_Org || 'Individual'}</Fact>
      <Fact name="Credit balance">{formatAmount(credit)}</Fact>
    </FactCard>
  );
};
