import { Badge, Button, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OwnFactors as Factors } from '#shared/contract/factors.ts';
import { RECOVERY_CODES } from '#shared/contract/limits.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { SettingCard } from '../../components/facts/setting-card.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { linkToDialog } from '../../lib/address/dialogs.ts';
import { ownFactorsQuery } from '../../lib/reads/own-factors-query.ts';
import { useRemoveApp } from './mutations.ts';
import { OwnPasskeys } from './own-passkeys.tsx';

const App = ({ isOn }: { isOn: boolean }) => {
  const remove = useRemoveApp();
  const [isAsking, setIsAsking] = useState(false);

  return (
    <SettingCard
      title="Authenticator app"
      description="An app on your phone shows a new code every 30 seconds. Your password then asks for one."
      badge={
        isOn && (
          <Badge size="sm" colorPalette="green">
            On
          </Badge>
        )
      }
    >
      {isOn ? (
        <BusyButton size="sm" variant="outline" isBusy={remove.isPending} onClick={() => setIsAsking(true)}>
          Remove
        </BusyButton>
      ) : (
        <Button asChild size="sm" variant="outline">
          <Link {...linkToDialog('own.app', { over: 'page' })}>Set up</Link>
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Remove the authenticator app?"
          confirmLabel="Remove"
          onConfirm={() => {
            setIsAsking(false);
            remove.mutate();
          }}
          onCancel={() => setIsAsking(false)}
        >
          Its codes stop working, and every other browser is signed out.
        </ConfirmDialog>
      )}
    </SettingCard>
  );
};

/** Few are left at this number, so that it is time for new ones. */
const FEW = 3;

const Codes = ({ factors: { passkeys, totp, codesLeft } }: { factors: Factors }) => {
  const hasFactor = totp || passkeys.length > 0;

  return (
    <SettingCard
      title="Recovery codes"
      description="Each lets you in once, if you have lost your device."
      badge={
        hasFactor && (
          <Badge size="sm" colorPalette={codesLeft > FEW ? 'green' : 'orange'}>
            {codesLeft} of {RECOVERY_CODES} left
          </Badge>
        )
      }
    >
      {hasFactor ? (
        <Button asChild size="sm" variant="outline">
          <Link {...linkToDialog('own.codes', { over: 'page' })}>Make new codes</Link>
        </Button>
      ) : (
        <Text textStyle="sm">You get ten of them with your first passkey or app.</Text>
      )}
    </SettingCard>
  );
};

/** The second factors of one's own account (D47). */
export const OwnFactors = () => {
  const { data: factors, error, refetch } = useQuery(ownFactorsQuery);

  if (error && !factors) {
    return <LoadError title="Your second factors could not be read" error={error} onRetry={refetch} />;
  }
  if (!factors) {
    return <SkeletonRows label="Loading your second factors" rows={2} height="9.5rem" />;
  }

  return (
    <Stack gap="4">
      <OwnPasskeys passkeys={factors.passkeys} />
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
        <App isOn={factors.totp} />
        <Codes factors={factors} />
      </SimpleGrid>
    </Stack>
  );
};
