import { Button, Center, Heading, Text, VStack } from '@chakra-ui/react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { ApiError } from '../lib/api-error.ts';

/** A fault of a whole page: what the server said, or a fixed sentence for a fault of our own. */
export const ErrorScreen = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const tryAgain = async () => {
    await router.invalidate();
    reset();
  };

  return (
    <Center as="main" minH="100dvh" bg="bg.canvas" px="6">
      <title>{`Something went wrong · ${PRODUCT_NAME}`}</title>
      <VStack gap="4" maxW="26rem" textAlign="center" role="alert">
        <Heading as="h1" size="2xl">
          Something went wrong
        </Heading>
        <Text color="fg.muted">
          {error instanceof ApiError ? error.message : 'This page could not be shown. Please try again.'}
        </Text>
        <Button onClick={tryAgain}>Try again</Button>
      </VStack>
    </Center>
  );
};
