import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { maskIdNumber } from '#shared/south-africa.ts';
import { Fact, FactCard } from '../../components/facts.tsx';
import { formatBirthDate } from '../../lib/birth-date.ts';

interface FixedDetailsProps {
  user: OwnUser;
  /** The way to have them changed. */
  howToChange: ReactNode;
}

/** What only an administrator may change. The person may be watched: the ID number is shown in part. */
export const FixedDetails = ({ user, howToChange }: FixedDetailsProps) => (
  <FactCard title="Details that we change for you">
    <Fact name="OW number">{user.OWNumber}</Fact>
    <Fact name="ID / Passport">{user.User_RegNo && maskIdNumber(user.User_RegNo)}</Fact>
    <Fact name="Date of birth">{formatBirthDate(user)}</Fact>
    <Fact name="VAT number">{user.User_VAT}</Fact>
    <Fact name="Reference">{user.User_Ref}</Fact>
    <Text as="div" textStyle="sm" color="fg.muted">
      {howToChange}
    </Text>
  </FactCard>
);
