import { Badge, Box, Center, Flex, HStack, Text } from '@chakra-ui/react';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Passkey } from '#shared/contract/factors.ts';
import { PASSKEYS_MAX } from '#shared/contract/limits.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../components/facts/relative-time.tsx';
import { SettingCard } from '../../components/facts/setting-card.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { hasPasskeys } from '../../lib/passkeys/passkeys.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { useAddPasskey, useDeletePasskey } from './mutations.ts';

interface PasskeyRowProps {
  passkey: Passkey;
  now: number;
  isBusy: boolean;
  onDelete: () => void;
}

const PasskeyRow = ({ passkey, now, isBusy, onDelete }: PasskeyRowProps) => {
  const { name, createdAt, lastUsedAt, isSynced } = passkey;

  return (
    <Flex as="li" align="center" gap="3" py="3" borderTopWidth="1px">
      <Center boxSize="9" borderRadius="full" bg="bg.muted" color="fg.muted" flexShrink="0" aria-hidden>
        <KeyRound size={18} />
      </Center>
      <Box flex="1" minW="0">
        <HStack gap="2" flexWrap="wrap" rowGap="0">
          <Text fontWeight="semibold" overflowWrap="anywhere">
            {name}
          </Text>
          {isSynced && <Badge size="sm">Synced to your devices</Badge>}
        </HStack>
        <Text textStyle="sm">Added {formatDateTime(createdAt)}</Text>
        <Text textStyle="detail">
          {lastUsedAt ? (
            <>
              Last used <RelativeTime at={lastUsedAt} now={now} />
            </>
          ) : (
            'Not used yet'
          )}
        </Text>
      </Box>
      <BusyButton
        size="xs"
        variant="outline"
        isBusy={isBusy}
        aria-label={`Delete the passkey ${name}, added ${formatDateTime(createdAt)}`}
        onClick={onDelete}
      >
        Delete
      </BusyButton>
    </Flex>
  );
};

/** The passkeys of one's own account, which are added on this device and deleted one by one. */
export const OwnPasskeys = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const now = useNow();
  const add = useAddPasskey();
  const remove = useDeletePasskey();
  const [codes, setCodes] = useState<readonly string[]>();
  const [asked, ask] = useState<Passkey>();
  const addButton = useRef<HTMLDivElement>(null);
  const focusAdd = () => addButton.current?.querySelector('button')?.focus();

  return (
    <SettingCard
      title="Passkeys"
      description="Sign in with your fingerprint, face or screen lock, without a password. A passkey cannot be phished."
    >
      {passkeys.length > 0 && (
        <Box as="ul" listStyleType="none" w="100%" aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              now={now}
              isBusy={remove.isPending && remove.variables === passkey.id}
              onDelete={() => ask(passkey)}
            />
          ))}
        </Box>
      )}
      {hasPasskeys() ? (
        <Box ref={addButton}>
          <BusyButton
            size="sm"
            variant={passkeys.length > 0 ? 'outline' : 'solid'}
            isBusy={add.isPending}
            disabled={passkeys.length >= PASSKEYS_MAX}
            onClick={() =>
              add.mutate(undefined, {
                onSuccess: ({ recoveryCodes, name }) =>
                  recoveryCodes
                    ? setCodes(recoveryCodes)
                    : toast({ title: 'Passkey added', description: name, tone: 'success' }),
              })
            }
          >
            Add a passkey
          </BusyButton>
        </Box>
      ) : (
        <Text textStyle="sm">This browser cannot make passkeys.</Text>
      )}
      {passkeys.length >= PASSKEYS_MAX && (
        <Text textStyle="sm" color="fg.muted">
          An account has at most {PASSKEYS_MAX} passkeys. Delete one to add another.
        </Text>
      )}
      <RefusalNote title="No passkey was added" error={add.error} />
      {asked && (
        <ConfirmDialog
          title="Delete this passkey?"
          confirmLabel="Delete"
          onConfirm={() => {
            ask(undefined);
            // The row goes with its button, which had the focus.
            remove.mutate(asked.id, { onSuccess: focusAdd });
          }}
          onCancel={() => ask(undefined)}
        >
          {asked.name} no longer signs you in, and every other browser is signed out.
        </ConfirmDialog>
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </SettingCard>
  );
};
