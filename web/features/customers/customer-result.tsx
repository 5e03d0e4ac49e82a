import { Badge, Box, Flex, Text } from '@chakra-ui/react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { Marked } from '../../components/search/marked.tsx';
import { holdsTyped } from '../../lib/matched-part.ts';

/** Returns the name of a customer, which is never empty. */
export const nameOfCustomer = ({ firstName, lastName }: Pick<CustomerResult, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim() || 'Unknown';

/** A customer in the dropdown, with the field that the search found. */
export const CustomerFound = ({ customer, typed }: { customer: CustomerResult; typed: string }) => {
  const { owNumber, company, email, phone, customerStatus } = customer;
  const name = nameOfCustomer(customer);
  const shownPhone = phone && formatPhone(phone);
  const isShown = holdsTyped([name, owNumber, company, email, shownPhone], typed);

  return (
    <Box flex="1" minW="0" py="2.5">
      <Flex justify="space-between" align="center" gap="3">
        <Text fontWeight="semibold" textStyle="sm" truncate>
          <Marked text={name} typed={typed} />
        </Text>
        <Badge colorPalette={customerStatus === 'Active' ? 'green' : 'gray'}>
          {customerStatus ?? 'Unknown'}
        </Badge>
      </Flex>
      <Text textStyle="detail" truncate>
        <Marked text={owNumber} typed={typed} />
        {company && (
          <>
            {' · '}
            <bdi>
              <Marked text={company} typed={typed} />
            </bdi>
          </>
        )}
      </Text>
      <Text textStyle="detail" truncate>
        <Marked text={email} typed={typed} />
        {shownPhone && (
          <>
            {' · '}
            <Marked text={shownPhone} typed={typed} />
          </>
        )}
      </Text>
      {!isShown && (
        <Text textStyle="detail" color="brand.fg" truncate>
          Matches a service: “{typed}”
        </Text>
      )}
    </Box>
  );
};
