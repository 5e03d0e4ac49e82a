import { Alert, HStack, Icon } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import type { ControlAccount } from '#shared/contract/books/control-account.ts';
import { amountFromCents, centsFromAmount, formatAmount } from '#shared/money.ts';

/** The part of the closing balance that no list explains. */
const differenceOf = ({ closing, owed, credit, closedAccounts }: ControlAccount): number =>
  amountFromCents(
    centsFromAmount(closing) -
      (centsFromAmount(owed) - centsFromAmount(credit) + centsFromAmount(closedAccounts)),
  );

interface AgreementProps {
  account: ControlAccount;
  /** Such as 'these lists'. */
  lists: string;
}

/** Says whether the closing balance of a control account is what the lists of clients add up to. */
export const Agreement = ({ account, lists }: AgreementProps) =>
  account.agrees ? (
    <HStack gap="2" color="fg.success" textStyle="sm" fontWeight="semibold" role="status">
      <Icon as={CircleCheck} boxSize="4" aria-hidden />
      The closing balance agrees with {lists}.
    </HStack>
  ) : (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>The closing balance does not agree with {lists}.</Alert.Title>
        <Alert.Description>
          They differ by {formatAmount(differenceOf(account))}. Please tell whoever runs the portal before you
          use these figures.
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
