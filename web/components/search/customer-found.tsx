import { Badge, Box, Flex, Text } from '@chakra-ui/react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { findMatchedPart, holdsTyped } from '../../lib/acts/matched-part.ts';
import { Marked } from './marked.tsx';

/** Returns the name of a customer, which is never empty. */
export const nameOfCustomer = ({ firstName, lastName }: Pick<CustomerResult, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim() || 'Unknown';

const phoneOf = ({ phone }: CustomerResult) => phone && formatPhone(phone);

/**
 * Says why a customer was found if none of their own data holds the typed text. `service` is the number of theirs that
 * was found, as it is shown, if it is known.
 */
const wordReason = (customer: CustomerResult, typed: string, service?: string): string | undefined => {
  const { owNumber, company, email } = customer;
  const own = [email, nameOfCustomer(customer), owNumber, company, phoneOf(customer)];

  return holdsTyped(own, typed)
    ? undefined
    : service
      ? `Service ${service}`
      : `Matches a service: “${typed}”`;
};

/** Returns a customer in one line, in which what the search found comes first, because a phone cuts the line. */
export const detailOfCustomer = (customer: CustomerResult, typed: string, service?: string): string => {
  const { owNumber, company, email } = customer;
  const found = [owNumber, company, email, phoneOf(customer)].filter(
    (text) => text && findMatchedPart(text, typed),
  );

  return [...new Set([wordReason(customer, typed, service), ...found, owNumber, company, email])]
    .filter(Boolean)
    .join(' · ');
};

interface CustomerFoundProps {
  customer: CustomerResult;
  typed: string;
  service?: string | undefined;
}

/** A customer in the dropdown, with the field that the search found. */
export const CustomerFound = ({ customer, typed, service }: CustomerFoundProps) => {
  const { owNumber, company, email, customerStatus } = customer;
  const name = nameOfCustomer(customer);
  const shownPhone = phoneOf(customer);
  const reason = wordReason(customer, typed, service);

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
      {reason && (
        <Text textStyle="detail" color="brand.fg" truncate>
          <Marked text={reason} typed={typed} />
        </Text>
      )}
    </Box>
  );
};
