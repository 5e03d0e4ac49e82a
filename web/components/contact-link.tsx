import { Box, Link } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { providerQuery } from '../lib/provider-query.ts';

/** The provider's mailbox, in the middle of a sentence; 'us' if it could not be read. */
export const ContactLink = () => {
  const { data: provider, isError } = useQuery(providerQuery);
  if (!provider) {
    return isError ? 'us' : <Box as="span" display="inline-block" w="14em" maxW="100%" />;
  }

  return (
    <Link href={`mailto:${provider.email}`} color="brand.fg" fontWeight="semibold" overflowWrap="anywhere">
      {provider.email}
    </Link>
  );
};
