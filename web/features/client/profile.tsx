import { SimpleGrid } from '@chakra-ui/react';
import type { User } from '#shared/contract/auth.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { Fact, FactCard } from '../../components/facts.tsx';
import { formatBirthDate } from '../../lib/birth-date.ts';
import { fullName } from '../../lib/full-name.ts';
import { VerifiedEmail } from './verified-email.tsx';

/** What the provider holds about the client, to read only. */
export const Profile = ({ user }: { user: User }) => (
  <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
    <FactCard title="Personal">
      <Fact name="Full name">{fullName(user)}</Fact>
      <Fact name="ID / Passport">{user.User_RegNo}</Fact>
      <Fact name="Date of birth">{formatBirthDate(user)}</Fact>
    </FactCard>
    <FactCard title="Contact">
      <Fact name="Email">
        <VerifiedEmail user={user} />
      </Fact>
      <Fact name="Mobile">{user.User_Mobile && formatPhone(user.User_Mobile)}</Fact>
      <Fact name="OW number">{user.OWNumber}</Fact>
    </FactCard>
    <FactCard title="Address">
      <Fact name="Address">{user.User_Address}</Fact>
      <Fact name="Town">{user.User_Town}</Fact>
      <Fact name="Postal code">{user.User_Code}</Fact>
      <Fact name="State">{user.User_State}</Fact>
      <Fact name="Country">{user.User_Country}</Fact>
    </FactCard>
    <FactCard title="Business">
      <Fact name="Organization">{user.User_Org}</Fact>
      <Fact name="VAT number">{user.User_VAT}</Fact>
      <Fact name="Reference">{user.User_Ref}</Fact>
    </FactCard>
  </SimpleGrid>
);
