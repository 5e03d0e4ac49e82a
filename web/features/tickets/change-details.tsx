import { Link as ChakraLink } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ContactLink } from '../../components/facts/contact-link.tsx';
import { supportStatusQuery } from './queries.ts';

/** The way for a client to have their details changed: by a ticket, or by mail if there is no helpdesk. */
export const ChangeDetails = () => {
  const { data: status, isPending } = useQuery(supportStatusQuery);
  if (isPending) {
    return '\u00A0';
  }
  if (!status || status.state === 'off') {
    return (
      <>
        To change any of this, write to <ContactLink />
      </>
    );
  }

  return (
    <>
      To change any of this,{' '}
      <ChakraLink asChild color="brand.fg" fontWeight="semibold">
        <Link to="/client" search={{ section: 'support', open: 'ticket.new:profile' }}>
          write us a ticket
        </Link>
      </ChakraLink>
    </>
  );
};
