import { Button, Code, HStack, Text } from '@chakra-ui/react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { ContactLink } from '../components/facts/contact-link.tsx';
import { LonePage } from '../components/shell/lone-page.tsx';

export const NotFoundScreen = () => {
  const { pathname } = useLocation();
  const router = useRouter();

  return (
    <LonePage title="404 Page Not Found">
      <Text textWrap="pretty">
        There is nothing at <Code overflowWrap="anywhere">{pathname}</Code>. The address may be mistyped, or
        the page has moved. If a link in the portal led here, please tell <ContactLink />.
      </Text>
      <Text textStyle="detail">Did you forget to add the page to the router?</Text>
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
