import { Box, chakra, Flex, Stack, Link as StyledLink } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { BankFiles } from '../../features/bank/bank-files.tsx';
import { FileNotes, FirstDay, TakeOpenFileBack } from '../../features/bank/file-acts.tsx';
import { FileOfLine } from '../../features/bank/file-of-line.tsx';
import { FileGap, FileTie } from '../../features/bank/file-tie.tsx';
import { FileSkeleton, PanesSkeleton } from '../../features/bank/panes/panes-skeleton.tsx';
import { bankFileQuery } from '../../features/bank/queries.ts';
import { UnidentifiedLink } from '../../features/bank/unidentified-link.tsx';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { paramsOf } from './admin-address.ts';

const BankReview = lazyPart(() => import('../../features/bank/review/bank-review.tsx'), 'BankReview', {
  waiting: <FileSkeleton />,
});
const UnidentifiedList = lazyPart(
  () => import('../../features/bank/review/unidentified-list.tsx'),
  'UnidentifiedList',
  { waiting: <PanesSkeleton /> },
);

const StatementsDialog = lazyDialog(
  () => import('../../features/debtors/overdue-mails-dialog.tsx'),
  'OverdueMailsDialog',
  { title: 'Mail statements' },
);

const route = getRouteApi('/admin');

/** From the top of the window to its end: the lines and the pane of the selected one fill what notes leave. */
const Filled = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    lg: { minHeight: 'calc(100dvh - var(--above) - 1rem)' },
    _print: { minHeight: '0' },
  },
});

const AllFiles = () => (
  <StyledLink asChild textStyle="sm" minH="6">
    <Link {...linkToAdmin({ section: 'bank' })}>
      <ArrowLeft size={16} aria-hidden /> Bank files
    </Link>
  </StyledLink>
);

/** Stands under the lines of a file, once it is known how much room they take. */
const Foot = ({ file }: { file: number }) => {
  const { data } = useQuery(bankFileQuery(file));

  return (
    data && (
      <Stack gap="3" pt="4">
        <FileTie fileId={file} />
        <Flex justify="space-between" align="center" wrap="wrap" gap="3" _print={{ display: 'none' }}>
          <FirstDay fileId={file} />
          <TakeOpenFileBack fileId={file} />
        </Flex>
      </Stack>
    )
  );
};

interface OpenFileProps {
  file: number;
  bankState?: string | undefined;
  page: number;
  line: number | undefined;
}

const OpenFile = ({ file, bankState, page, line }: OpenFileProps) => (
  <>
    <Filled css={{ '--above': '6rem' }}>
      {/* A toast stands beside the links; on a phone over them, because the head below must stay free. */}
      <Flex data-toast-room wrap="wrap" align="center" columnGap="6" minH="11" _print={{ display: 'none' }}>
        <AllFiles />
        <UnidentifiedLink />
      </Flex>
      <FileGap fileId={file} />
      <FileNotes fileId={file} />
      <BankReview
        key={file}
        fileId={file}
        filter={bankState}
        page={page}
        lineId={line}
        StatementsDialog={StatementsDialog}
      />
    </Filled>
    <Foot file={file} />
  </>
);

/** The bank's files; or the lines of one of them, or those whose money is nobody's yet, as the address says. */
export const AdminBank = () => {
  const { file, bankState, line, view, page = 1 } = paramsOf('bank', route.useSearch());
  if (view === 'unidentified') {
    return (
      <Filled css={{ '--above': '12rem' }}>
        <Box _print={{ display: 'none' }}>
          <AllFiles />
        </Box>
        <UnidentifiedList page={page} />
      </Filled>
    );
  }
  if (file) {
    return <OpenFile file={file} bankState={bankState} page={page} line={line} />;
  }

  return line ? (
    <FileOfLine lineId={line}>{(found) => <OpenFile file={found} page={page} line={line} />}</FileOfLine>
  ) : (
    <BankFiles page={page} />
  );
};
