import { Alert, chakra, HStack, Icon, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { formatAmount, formatRand } from '#shared/money.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { differenceCents, termsOf, wordGap } from './file-words.ts';
import { bankFileQuery } from './queries.ts';

const Sum = chakra('dl', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column', md: 'row' },
    flexWrap: 'wrap',
    columnGap: '6',
    rowGap: '2',
    px: '4',
    py: '3',
    borderWidth: '1px',
    borderRadius: 'l3',
    bg: 'bg.panel',
  },
});

interface TermProps {
  label: string;
  amount: number;
  isTotal?: boolean;
}

const Term = ({ label, amount, isTotal = false }: TermProps) => (
  <chakra.div
    display="flex"
    flexDirection={{ base: 'row', md: 'column' }}
    justifyContent={{ base: 'space-between', md: 'flex-start' }}
    gap={{ base: '3', md: '0' }}
  >
    <chakra.dt textStyle="xs" color="fg.muted">
      {label}
    </chakra.dt>
    <chakra.dd textStyle="number.sm" whiteSpace="nowrap" fontWeight={isTotal ? 'semibold' : 'medium'}>
      {formatAmount(amount)}
    </chakra.dd>
  </chakra.div>
);

const Agreement = ({ file }: { file: BankFile }) =>
  file.ties ? (
    <HStack gap="2" color="fg.success" textStyle="sm" fontWeight="semibold" align="flex-start">
      <Icon as={CircleCheck} boxSize="4" mt="0.5" aria-hidden />
      Ties: the lines lead from the opening to the closing balance.
    </HStack>
  ) : (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>The lines do not lead from the opening to the closing balance.</Alert.Title>
        <Alert.Description>
          They differ by {formatRand(differenceCents(file))}. Please tell whoever runs the portal.
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );

/** What became of the money of an open file, from its opening to its closing balance. */
export const FileTie = ({ fileId }: { fileId: number }) => {
  const { data: file, dataUpdatedAt } = useQuery(bankFileQuery(fileId));
  if (!file) {
    return null;
  }
  if (file.opening === null || file.closing === null) {
    return (
      <Text textStyle="sm" color="fg.muted">
        {file.format === 'ofx'
          ? 'The bank numbers each line of this file. OFX names no opening balance, so nothing shows that it is whole.'
          : 'This file has no balances, so no line of it is certain and nothing shows that it is whole.'}
      </Text>
    );
  }

  return (
    <Stack as="section" gap="3" aria-label="Balances of the file">
      <Sum>
        <Term label="Opening balance" amount={file.opening} isTotal />
        {termsOf(file).map((term) => (
          <Term key={term.label} {...term} />
        ))}
        <Term label="Closing balance" amount={file.closing} isTotal />
      </Sum>
      <HStack justify="space-between" wrap="wrap" gap="2">
        <Agreement file={file} />
        <AsOf at={dataUpdatedAt} />
      </HStack>
    </Stack>
  );
};

/** Says which days before an open file may be missing. */
export const FileGap = ({ fileId }: { fileId: number }) => {
  const { data: file } = useQuery(bankFileQuery(fileId));
  const gap = file && wordGap(file);

  return gap ? (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{gap}</Alert.Title>
        <Alert.Description>
          If your bank shows payments of these days, read their file, too.
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  ) : null;
};
