import type { User } from '#shared/contract/auth.ts';
import { formatAmount } from '#shared/money.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { Fact, FactCard } from '../../components/facts/facts.tsx';
import { VerifiedEmail } from '../../components/form/verified-email.tsx';
import { joinNames } from '../../lib/full-name.ts';

export const AccountInformation = ({ user }: { user: User }) => (
  <FactCard title="Account Information">
    <Fact name="Full name">{joinNames(user)}</Fact>
    <Fact name="Email">
      <VerifiedEmail user={user} />
    </Fact>
    <Fact name="Phone">{user.User_Mobile && formatPhone(user.User_Mobile)}</Fact>
    <Fact name="Client number">{user.OWNumber}</Fact>
    <Fact name="Company">{user.User_Org || 'Individual'}</Fact>
    <Fact name="Credit balance">{formatAmount(Math.max(0, user.User_Debit))}</Fact>
  </FactCard>
);
