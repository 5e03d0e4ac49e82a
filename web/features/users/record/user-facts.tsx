import { Flex, Link, SimpleGrid, Skeleton } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { User } from '#shared/contract/auth.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { CopyIcon } from '../../../components/facts/copy-button.tsx';
import { Fact, FactCard } from '../../../components/facts/facts.tsx';
import { VerifiedEmail } from '../../../components/form/verified-email.tsx';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { mailtoOf } from '../../../lib/browser/mailto.ts';
import { formatBirthDateShort } from '../../../lib/forms/birth-date.ts';
import { joinNames } from '../../../lib/words/full-name.ts';

interface UserFactsProps {
  user: User & Pick<UserDetail, 'mail'>;
  /** More facts at the end of a card. */
  morePersonal?: ReactNode;
  moreContact?: ReactNode;
  moreBusiness?: ReactNode;
}

const COLUMNS = { base: 1, sm: 2 };

/** The cards and the names of what is usually known. */
const LOADING_CARDS: Record<string, readonly string[]> = {
  'Personal Information': ['Full name', 'ID / Passport', 'Date of birth', 'Password'],
  'Contact Information': ['Email', 'Mobile', 'OW Number', 'Support'],
  'Address Information': ['Address', 'Town', 'Postal code', 'State', 'Country'],
  'Business Information': ['Organization', 'VAT number', 'Reference', 'Role'],
};

/** The lines with a button that copies, which are higher. */
const COPIED = ['Email', 'Mobile', 'OW Number'];

/** The four cards without their values. */
export const LoadingUserFacts = ({ label }: { label: string }) => (
  <AfterAMoment label={label}>
    <SimpleGrid columns={COLUMNS} gap="3">
      {Object.entries(LOADING_CARDS).map(([title, names]) => (
        <FactCard key={title} title={title}>
          {names.map((name) => (
            <Fact key={name} name={name}>
              <Flex as="span" align="center" height={COPIED.includes(name) ? '6' : '5'}>
                <Skeleton as="span" height="3.5" width="9rem" maxW="70%" />
              </Flex>
            </Fact>
          ))}
        </FactCard>
      ))}
    </SimpleGrid>
  </AfterAMoment>
);

/** A value that a press writes to or calls, and another copies. */
const Reachable = ({
  href,
  text,
  name,
  children,
}: {
  href: string;
  text: string;
  name: string;
  children: ReactNode;
}) => (
  <>
    <Link href={href} variant="underline" color="brand.fg" display="inline">
      {children}
    </Link>
    <CopyIcon text={text} name={name} />
  </>
);

/** All that the provider knows about a user, for administrators, who write to the user, call them and copy values. */
export const UserFacts = ({ user, morePersonal, moreContact, moreBusiness }: UserFactsProps) => (
  <SimpleGrid columns={COLUMNS} gap="3">
    <FactCard title="Personal Information">
      <Fact name="Full name">{joinNames(user)}</Fact>
      <Fact name="ID / Passport">{user.User_RegNo}</Fact>
      <Fact name="Date of birth">{formatBirthDateShort(user)}</Fact>
      {morePersonal}
    </FactCard>
    <FactCard title="Contact Information">
      <Fact name="Email">
        <Reachable href={mailtoOf(user.User_Email)} text={user.User_Email} name="email">
          <VerifiedEmail user={user} ofAdmin={{ isBlocked: user.mail === 'blocked' }} />
        </Reachable>
      </Fact>
      <Fact name="Mobile">
        {user.User_Mobile && (
          <Reachable href={`tel:${user.User_Mobile}`} text={user.User_Mobile} name="mobile">
            {formatPhone(user.User_Mobile)}
          </Reachable>
        )}
      </Fact>
      <Fact name="OW number">
        {user.OWNumber}
        <CopyIcon text={user.OWNumber} name="OW number" />
      </Fact>
      {moreContact}
    </FactCard>
    <FactCard title="Address Information">
      <Fact name="Address">{user.User_Address}</Fact>
      <Fact name="Town">{user.User_Town}</Fact>
      <Fact name="Postal code">{user.User_Code}</Fact>
      <Fact name="State">{user.User_State}</Fact>
      <Fact name="Country">{user.User_Country}</Fact>
    </FactCard>
    <FactCard title="Business Information">
      <Fact name="Company">{user.User_Org}</Fact>
      <Fact name="VAT number">{user.User_VAT}</Fact>
      <Fact name="Reference">{user.User_Ref}</Fact>
      {moreBusiness}
    </FactCard>
  </SimpleGrid>
);
