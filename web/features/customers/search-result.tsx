import { Badge, Box, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { formatPhone } from '#shared/south-africa.ts';

interface SearchResultProps {
  id: string;
  result: CustomerResult;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

const nameOf = ({ firstName, lastName }: CustomerResult) => `${firstName} ${lastName}`.trim() || 'Unknown';

/** One customer in the dropdown, chosen by a click or by Enter in the search box, which keeps the focus. */
export const SearchResult = ({ id, result, isActive, onPoint, onChoose }: SearchResultProps) => {
  const option = useRef<HTMLDivElement>(null);
  const { owNumber, company, email, phone, customerStatus } = result;

  useEffect(() => {
    if (isActive) {
      option.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [isActive]);

  return (
    <Box
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      px="3"
      py="2.5"
      borderRadius="l2"
      cursor="pointer"
      bg={isActive ? 'brand.subtle' : 'transparent'}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <Flex justify="space-between" align="center" gap="3">
        <Text fontWeight="semibold" textStyle="sm" truncate>
          {nameOf(result)}
        </Text>
        <Badge colorPalette={customerStatus === 'Active' ? 'green' : 'gray'}>
          {customerStatus ?? 'Unknown'}
        </Badge>
      </Flex>
      <Text textStyle="detail" truncate>
        {owNumber}
        {company && (
          <>
            {' · '}
            <bdi>{company}</bdi>
          </>
        )}
      </Text>
      <Text textStyle="detail" truncate>
        {[email, phone && formatPhone(phone)].filter(Boolean).join(' · ')}
      </Text>
    </Box>
  );
};
