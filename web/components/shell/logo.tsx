import { chakra, HStack, Text } from '@chakra-ui/react';
import { PRODUCT_NAME } from '#shared/brand.ts';

/** A signal over the horizon: the same mark as favicon.svg. */
export const LogoMark = ({ size = 32 }: { size?: number }) => (
  <chakra.svg viewBox="0 0 32 32" boxSize={`${size}px`} flexShrink="0" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--chakra-colors-brand-600)" />
    <circle cx="16" cy="19" r="3" fill="var(--chakra-colors-sun-400)" />
    <path
      d="M9.6 14.4a9 9 0 0 1 12.8 0M6 10.2a14.4 14.4 0 0 1 20 0M8.5 24.5h15"
      fill="none"
      stroke="#fff"
      strokeWidth="2.6"
      strokeLinecap="round"
    />
  </chakra.svg>
);

export const Logo = () => (
  <HStack gap="3">
    <LogoMark />
    <Text fontWeight="bold" fontSize="lg" letterSpacing="-0.02em">
      {PRODUCT_NAME}
    </Text>
  </HStack>
);
