import type { ClientService } from '#shared/contract/client.ts';

interface Feature {
  text: string;
  /** If set, only services whose name matches have the feature; otherwise every service of the type has it. */
  onlyNamed?: RegExp;
}

/** The features of each type of service; a type without an entry has no list. */
const FEATURES: Record<string, readonly Feature[]> = {
  '4G/5G Data': [
    { text: 'Uncapped data', onlyNamed: /\buncapped\b/i },
    { text: 'Speeds up to 30Mbps', onlyNamed: /\buncapped\b/i },
    { text: 'Works wherever there is 4G or 5G coverage' },
  ],
  'Fixed 5G': [{ text: 'Month-to-month, no long contract' }, { text: 'Wireless internet at your address' }],
  'Web Hosting': [
    { text: 'Help from our hosting support' },
    { text: 'Free .co.za domain', onlyNamed: /hosting/i },
    { text: 'Web space for your site', onlyNamed: /hosting/i },
  ],
};

/** Returns the features of this service, in the words of its card. */
export const featuresOf = ({
  serviceType,
  serviceName,
}: Pick<ClientService, 'serviceType' | 'serviceName'>): string[] =>
  (FEATURES[serviceType] ?? [])
    .filter(({ onlyNamed }) => onlyNamed?.test(serviceName) ?? true)
    .map(({ text }) => text);
