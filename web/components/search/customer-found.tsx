import { Badge, Box, Flex, Text } from '@chakra-ui/react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { nameOfClient, personOf } from '#shared/text/client-name.ts';
import { findMatchedPart, holdsTyped } from '../../lib/acts/matched-part.ts';
import { Marked } from './marked.tsx';

type Named = Pick<CustomerResult, 'firstName' | 'lastName' | 'company'>;

/** Returns organisation and person of a customer, as other answers name them. */
export const partsOfCustomer = ({ firstName, lastName, company }: Named) => ({
  company,
  name: `${firstName} ${lastName}`.trim() || 'Unknown',
});

/** Returns the name of a customer, which is never empty. */
export const nameOfCustomer = (customer: Named): string => nameOfClient(partsOfCustomer(customer));

const personOfCustomer = (customer: Named) => personOf(partsOfCustomer(customer));

const phoneOf = ({ phone }: CustomerResult) => phone && formatPhone(phone);

/**
 * Says why a customer was found if none of their own data holds the typed text. `service` is the number of theirs that
 * was found, as it is shown, if it is known.
 */
const wordReason = (customer: CustomerResult, typed: string, service?: string): string | undefined => {
  const { owNumber, email } = customer;
  const own = [email, nameOfCustomer(customer), owNumber, personOfCustomer(customer), phoneOf(customer)];

  return typed === '' || holdsTyped(own, typed)
    ? undefined
    : service
      ? `Service ${service}`
      : `Matches a service: “${typed}”`;
};

/** Returns a customer in one line, in which what the search found comes first, because a phone cuts the line. */
export const detailOfCustomer = (customer: CustomerResult, typed: string, service?: string): string => {
  const { owNumber, email } = customer;
  const person = personOfCustomer(customer);
  const found = [owNumber, person, email, phoneOf(customer)].filter(
    (text) => text && findMatchedPart(text, typed),
  );

  return [...new Set([wordReason(customer, typed, service), ...found, owNumber, person, email])]
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
  const { owNumber, email, customerStatus } = customer;
  const person = personOfCustomer(customer);
  const name = nameOfCustomer(customer);
  const shownPhone = phoneOf(customer);
  const reason = wordReason(customer, typed, service);

  return (
    <Box flex="1" minW="0" py="2.5">
      <Flex justify="space-between" align="center" gap="3">
        <Text fontWeight="semibold" textStyle="sm" truncate>
          <bdi>
            <Marked text={name} typed={typed} />
          </bdi>
        </Text>
        <Badge colorPalette={customerStatus === 'Active' ? 'green' : 'gray'}>
          {customerStatus ?? 'Unknown'}
        </Badge>
      </Flex>
      <Text textStyle="detail" truncate>
        <Marked text={owNumber} typed={typed} />
        {person && (
          <>
            {' · '}
            <bdi>
              <Marked text={person} typed={typed} />
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
