import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type NumberedClient, nameWithNumber } from '../../lib/words/full-name.ts';

interface MoneyTitleProps {
  /** The words before the name, such as 'Payment from'. */
  words?: string;
  /** Undefined until the account has been read. */
  client?: NumberedClient | undefined;
  /** What ends the title. */
  end?: string;
  /** The title without a name. */
  plain: ReactNode;
}

/**
 * Names the client whose money a dialog is about: 'Payment from Thandeka Zulu, OW10011'. On a phone a name takes a
 * second line, whose room is there before the name.
 */
export const MoneyTitle = ({ words, client, end = '', plain }: MoneyTitleProps) => (
  <Box as="span" display="block" minH={{ base: '14', sm: '7' }}>
    {client ? (
      <>
        {words}{' '}
        <bdi>
          {nameWithNumber(client)}
          {end}
        </bdi>
      </>
    ) : (
      plain
    )}
  </Box>
);
