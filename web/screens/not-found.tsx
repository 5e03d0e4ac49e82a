import { Button, Center, Heading, Text, VStack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { PRODUCT_NAME } from '#shared/brand.ts';

export const NotFoundScreen = () => (
  <Center as="main" minH="100dvh" bg="bg.canvas" px="6">
    <title>{`404 Page Not Found · ${PRODUCT_NAME}`}</title>
    <VStack gap="4" textAlign="center">
      <CircleAlert size={40} aria-hidden />
      <Heading as="h1" size="3xl">
        404 Page Not Found
      </Heading>
      <Text color="fg.muted">Did you forget to add the page to the router?</Text>
      <Button asChild>
        <Link to="/">Go to the start page</Link>
      </Button>
    </VStack>
  </Center>
);
