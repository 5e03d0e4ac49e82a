import { type NumberedClient, nameWithNumber } from '../../lib/full-name.ts';

interface MoneyTitleProps {
  /** The words before the name, such as 'Payment from'. */
  words: string;
  /** Undefined until the account has been read. */
  client: NumberedClient | undefined;
  /** What ends the title. */
  end?: string;
  /** The title without a name. */
  plain: string;
}

/** Names the client whose money a dialog is about: 'Payment from Thandeka Zulu, OW10011'. */
export const MoneyTitle = ({ words, client, end = '', plain }: MoneyTitleProps) =>
  client ? (
    <>
      {words}{' '}
      <bdi>
        {nameWithNumber(client)}
        {end}
      </bdi>
    </>
  ) : (
    plain
  );
