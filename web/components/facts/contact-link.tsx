import { Link } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { providerQuery } from '../../lib/reads/provider-query.ts';

/** The provider's mailbox at the end of a sentence, or as much space until it is known. */
export const ContactLink = () => {
  const { data } = useQuery(providerQuery);

  return (
    <Link href={data && `mailto:${data.email}`} color="brand.fg" fontWeight="semibold">
      {data?.email ?? '\u2003'.repeat(14)}
    </Link>
  );
};
