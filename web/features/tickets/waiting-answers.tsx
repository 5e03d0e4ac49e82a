import { Button } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';

/** Says how many tickets wait for the client, and leads to them. On wide screens it takes a corner, where it moves nothing. */
export const WaitingAnswers = ({ count }: { count: number }) =>
  count > 0 && (
    <Button
      asChild
      size="sm"
      variant="subtle"
      w={{ base: 'full', sm: 'auto' }}
      position={{ md: 'absolute' }}
      top={{ md: '5' }}
      insetEnd={{ md: '5' }}
    >
      <Link to="/client" search={{ section: 'support' }}>
        {count === 1 ? '1 answer waits for you' : `${count} answers wait for you`}
      </Link>
    </Button>
  );
