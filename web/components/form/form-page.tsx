import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { ContactLink } from '../facts/contact-link.tsx';
import { ColorModeSwitch } from '../shell/color-mode-switch.tsx';
import { Logo } from '../shell/logo.tsx';

interface FormPageProps {
  /** The page's h1. When it changes, it gets the focus, so that a screen reader reads what happened. */
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** A page outside the panels with one small form or question. */
export const FormPage = ({ title, lead, children }: FormPageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);

  useEffect(() => {
    if (shown.current !== title) {
      shown.current = title;
      heading.current?.focus();
    }
  }, [title]);

  return (
    <Flex
      as="main"
      direction="column"
      minH="100dvh"
      bg={{ base: 'bg.panel', sm: 'bg.canvas' }}
      px={{ base: '5', md: '10' }}
      py={{ base: '4', md: '6' }}
    >
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <Flex justify="space-between" align="center">
        <Logo />
        <ColorModeSwitch />
      </Flex>
      <Flex flex="1" justify="center" align="flex-start" pt={{ base: '8', sm: '12vh' }} pb="10">
        <Box
          w="100%"
          maxW={{ sm: '28rem' }}
          p={{ sm: '8' }}
          bg="bg.panel"
          borderWidth={{ sm: '1px' }}
          borderRadius="l3"
        >
          <Heading ref={heading} as="h1" tabIndex={-1} outline="none" size="2xl" textWrap="balance">
            {title}
          </Heading>
          <Text as="div" color="fg.muted" mt="2" textWrap="pretty" overflowWrap="anywhere">
            {lead}
          </Text>
          {children && (
            <Stack gap="5" mt="6">
              {children}
            </Stack>
          )}
        </Box>
      </Flex>
      <Text textStyle="detail" textAlign={{ sm: 'center' }}>
        Trouble? Write to <ContactLink />
      </Text>
    </Flex>
  );
};
