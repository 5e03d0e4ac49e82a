import { Box, Flex, Heading, HStack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#shared/brand.ts';

interface PageHeaderProps {
  title: string;
  /** The heading, if it is a greeting and not the name of the page. */
  heading?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** True if tabs follow, which have room of their own. */
  isClose?: boolean;
}

/** The only h1 of a page, and the title of its tab. */
export const PageHeader = ({ title, heading = title, description, actions, isClose }: PageHeaderProps) => (
  <Flex
    wrap="wrap"
    justify="space-between"
    align="flex-end"
    gap="4"
    mb={isClose ? '1' : { base: '5', md: '6' }}
  >
    <title>{`${title} · ${PRODUCT_NAME}`}</title>
    <Box minW="0">
      <Heading as="h1" tabIndex={-1} outline="none" size={{ base: '2xl', md: '3xl' }}>
        {heading}
      </Heading>
      {description && (
        <Text as="div" color="fg.muted" mt="1" textWrap="pretty">
          {description}
        </Text>
      )}
    </Box>
    {actions && (
      <HStack gap="2" _print={{ display: 'none' }}>
        {actions}
      </HStack>
    )}
  </Flex>
);
