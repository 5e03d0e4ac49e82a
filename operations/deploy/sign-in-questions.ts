import type { Settings } from '#infra/settings.ts';
import type { findStack } from '../stack.ts';

type Standing = NonNullable<Awaited<ReturnType<typeof findStack>>>;

/** The portal has CloudFront's name where it has none of its own. */
const askMove = ({ domainName }: Pick<Settings, 'domainName'>, standing: Standing): string[] => {
  const { hostname: from } = new URL(standing.output('PortalOrigin'));
  const to = domainName?.toLowerCase() ?? standing.output('DistributionDomainName');

  return from === to
    ? []
    : [
        `All passkeys stop working: a passkey belongs to one domain, and the portal moves from ${from} to ${to}. An administrator without an authenticator app then needs a recovery code or another administrator. Move it?`,
      ];
};

/** Returns what the operator must agree to about how people sign in after this deployment (D47). */
export const askAboutSignIn = (
  settings: Pick<Settings, 'adminSecondFactor' | 'domainName'>,
  standing: Standing | undefined,
): string[] => [
  ...(standing ? askMove(settings, standing) : []),
  ...(settings.adminSecondFactor === 'offered'
    ? ['Administrators sign in by password alone: adminSecondFactor is "offered". Deploy it like this?']
    : []),
];
