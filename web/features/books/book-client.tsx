import { Box, Link as StyledLink, Text } from '@chakra-ui/react';
import { type NamedClient, nameOfClient } from '#shared/text/client-name.ts';
import { PersonAndNumber } from '../../components/facts/person-and-number.tsx';

interface BookClientProps {
  /** A deleted client has neither name nor number. */
  client: NamedClient & { userId: number | null; OWNumber: string | null };
  addressOf: (name: string, id: number) => string;
}

/** The client of an entry, with the way to the payments of the record; nothing for an entry of no client. */
export const BookClient = ({ client, addressOf }: BookClientProps) => {
  const { userId, OWNumber } = client;
  if (userId === null) {
    return null;
  }

  return OWNumber === null ? (
    <Text as="span" color="fg.muted">
      Deleted client {userId}
    </Text>
  ) : (
    <Box minW="0" overflowWrap="anywhere">
      <StyledLink href={`${addressOf('client', userId)}&tab=payments`}>
        <bdi>{nameOfClient(client)}</bdi>
      </StyledLink>
      <Text textStyle="detail">
        <PersonAndNumber client={client} />
      </Text>
    </Box>
  );
};
