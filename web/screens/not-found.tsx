import { Button, Code, HStack, Link as StyledLink, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { Role } from '#shared/contract/fields.ts';
import { ContactLink } from '../components/facts/contact-link.tsx';
import { LonePage } from '../components/shell/lone-page.tsx';
import { sessionQuery } from '../lib/session/session.ts';
import { ADMIN_PAGES } from './admin/admin-acts.ts';
import { CLIENT_PAGES } from './client/client-acts.ts';

/** The pages of a person who is signed in, because the shell that has them is missing here. */
const Pages = ({ userRole }: { userRole: Role }) => (
  <HStack as="nav" aria-label="Pages" columnGap="5" rowGap="2" flexWrap="wrap" justify="center">
    {(userRole === 'admin' ? Object.values(ADMIN_PAGES) : CLIENT_PAGES).map(({ id, label, link }) => (
      <StyledLink key={id} asChild color="brand.fg" fontWeight="semibold">
        <Link {...link}>{label}</Link>
      </StyledLink>
    ))}
  </HStack>
);

export const NotFoundScreen = () => {
  const { data: user } = useQuery(sessionQuery);
  const { pathname } = useLocation();
  const router = useRouter();

  return (
    <LonePage title="404 Page Not Found">
      <Text textWrap="pretty">
        There is nothing at <Code overflowWrap="anywhere">{pathname}</Code>. The address may be mistyped, or
        the page has moved. If a link in the portal led here, please tell <ContactLink />.
      </Text>
      <Text textStyle="detail">Did you forget to add the page to the router?</Text>
      {user && <Pages userRole={user.user_role} />}
      <HStack gap="3" flexWrap="wrap" justify="center" pt="2">
        <Button asChild>
          <Link to="/">Go to the start page</Link>
        </Button>
        {router.history.canGoBack() && (
          <Button variant="outline" onClick={() => router.history.back()}>
            Go back
          </Button>
        )}
      </HStack>
    </LonePage>
  );
};
