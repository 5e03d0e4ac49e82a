import { Center, Spinner, Text, VStack } from '@chakra-ui/react';

/** Only for the time before the first paint of a page; later loading shows skeletons. */
export const FullScreenSpinner = ({ label }: { label: string }) => (
  <Center minH="100dvh" bg="bg.canvas" role="status">
    <VStack gap="4">
      <Spinner size="lg" color="brand.solid" borderWidth="3px" />
      <Text color="fg.muted">{label}</Text>
    </VStack>
  </Center>
);
