import { Alert, Button, chakra, Flex, Stack } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { CopyButton } from '../../components/facts/copy-button.tsx';
import { saveFile } from '../../lib/browser/save-file.ts';
import { useUser } from '../../lib/session/session.ts';

const Codes = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' },
    columnGap: '6',
    rowGap: '1.5',
    p: '4',
    borderWidth: '1px',
    borderRadius: 'l2',
    bg: 'bg.subtle',
    fontFamily: 'mono',
    fontSize: 'sm',
    whiteSpace: 'nowrap',
    listStyleType: 'none',
  },
});

/** Says what the codes are for, and who helps without them. */
export const wordCodes = ({ user_role }: Pick<OwnUser, 'user_role'>): string =>
  `Save these codes. Each works once. Without them and your device, only ${
    user_role === 'admin' ? 'another administrator' : 'we'
  } can let you in.`;

/** The codes, which are shown this once, to copy and to download. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const user = useUser();
  const text = codes.join('\n');
  const download = () =>
    saveFile(
      new File(
        [`Recovery codes of ${user.OWNumber} at ${PRODUCT_NAME}. Each works once.\n\n${text}\n`],
        `recovery-codes-${user.OWNumber}.txt`,
        { type: 'text/plain' },
      ),
    );

  return (
    <Stack gap="4">
      <Alert.Root status="warning">
        <Alert.Indicator />
        <Alert.Title>{wordCodes(user)}</Alert.Title>
      </Alert.Root>
      <Codes aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Flex gap="2" wrap="wrap">
        <CopyButton text={text} label="Copy all" />
        <Button size="sm" variant="outline" onClick={download}>
          <Download aria-hidden /> Download
        </Button>
      </Flex>
    </Stack>
  );
};
