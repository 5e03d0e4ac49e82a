import { Badge, HStack, Icon, Text } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { formatRand } from '#shared/money.ts';
import { countOpen, differenceCents } from './file-words.ts';

/** 'Finished' once no line of a file is open. */
export const FileState = ({ file: { state, counts } }: { file: BankFile }) => {
  if (state === 'booking') {
    return <Badge colorPalette="blue">Booking</Badge>;
  }

  if (counts.lines === 0) {
    return <Badge colorPalette="gray">Nothing new</Badge>;
  }

  return countOpen(counts) === 0 ? <Badge colorPalette="green">Finished</Badge> : null;
};

/** Says whether the lines of a file lead from its opening to its closing balance. */
export const Tie = ({ file }: { file: BankFile }) => {
  if (file.ties === null) {
    return (
      <Text textStyle="sm" color="fg.muted">
        {file.format === 'ofx' ? 'Numbered by the bank' : 'No balances'}
      </Text>
    );
  }

  return (
    <HStack gap="1.5" textStyle="sm" color={file.ties ? 'fg.success' : 'fg.error'} align="flex-start">
      <Icon as={file.ties ? CircleCheck : TriangleAlert} boxSize="4" mt="0.5" aria-hidden />
      {file.ties ? 'Ties' : `Does not tie: ${formatRand(differenceCents(file))} are missing.`}
    </HStack>
  );
};
