import type { ReactNode } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { maskIdNumber } from '#shared/number-rules.ts';
import { Fact, Facts } from '../../components/facts/facts.tsx';
import { SettingCard } from '../../components/facts/setting-card.tsx';
import { formatBirthDate } from '../../lib/forms/birth-date.ts';

interface FixedDetailsProps {
  user: OwnUser;
  /** The way to have them changed. */
  howToChange: ReactNode;
}

/** Shows what only an administrator may change. The ID number is masked, because others may see the screen. */
export const FixedDetails = ({ user, howToChange }: FixedDetailsProps) => (
  <SettingCard title="Details that we change for you" description={howToChange}>
    <Facts>
      <Fact name="OW number">{user.OWNumber}</Fact>
      <Fact name="ID / Passport">{user.User_RegNo && maskIdNumber(user.User_RegNo)}</Fact>
      <Fact name="Date of birth">{formatBirthDate(user)}</Fact>
      <Fact name="VAT number">{user.User_VAT}</Fact>
      <Fact name="Reference">{user.User_Ref}</Fact>
    </Facts>
  </SettingCard>
);
