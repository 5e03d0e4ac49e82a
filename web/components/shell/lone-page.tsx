import { Box, Center, Flex, Heading, VStack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { Logo } from './logo.tsx';

interface LonePageProps {
  title: string;
  role?: 'alert';
  /** What happened, and the way on. */
  children: ReactNode;
}

/** A page outside the panels: the logo, and one message in the middle. */
export const LonePage = ({ title, role, children }: LonePageProps) => (
  <Flex as="main" direction="column" minH="100dvh" bg="bg.canvas" px={{ base: '5', md: '10' }} py="6">
    <title>{`${title} · ${PRODUCT_NAME}`}</title>
    <Box>
      <Logo />
    </Box>
    <Center flex="1" py="10">
      <VStack gap="4" maxW="28rem" textAlign="center" role={role}>
        <Heading as="h1" size={{ base: '2xl', md: '3xl' }} textWrap="balance">
          {title}
        </Heading>
        {children}
      </VStack>
    </Center>
  </Flex>
);
