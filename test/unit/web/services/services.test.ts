import { describe, expect, it } from 'vitest';
import { featuresOf } from '#web/features/client/service-features.ts';
import { serviceStatusOf } from '#web/features/services/service-status.ts';

describe('features on a service card', () => {
  it('a service card promises uncapped data and its speed if the name says uncapped', () => {
    expect(featuresOf({ serviceType: '4G/5G Data', serviceName: 'Uncapped 4G/5G Data' })).toEqual([
      'Uncapped data',
      'Speeds up to 30Mbps',
      'Works wherever there is 4G or 5G coverage',
    ]);
  });

  it.each(['Data SIM 50GB', '4G/5G Data', 'SIM Card'])(
    'a service card of %s promises no uncapped data',
    (serviceName) => {
      expect(featuresOf({ serviceType: '4G/5G Data', serviceName })).toEqual([
        'Works wherever there is 4G or 5G coverage',
      ]);
    },
  );

  it('a service card promises web space for hosting, and only support for a domain', () => {
    expect(featuresOf({ serviceType: 'Web Hosting', serviceName: 'Web Hosting' })).toContain(
      'Free .co.za domain',
    );
    expect(featuresOf({ serviceType: 'Web Hosting', serviceName: 'Domain example.com' })).toEqual([
      'Help from our hosting support',
    ]);
  });

  it('a service card of a type without features promises none', () => {
    expect(featuresOf({ serviceType: 'voip', serviceName: 'Business Voice' })).toEqual([]);
  });
});

describe('stored service statuses', () => {
  it.each(['active', 'inactive', 'pending', 'suspended'])(
    'the stored service status %s is shown unchanged',
    (status) => {
      expect(serviceStatusOf(status)).toBe(status);
    },
  );

  it.each(['Active', 'ACTIVE', ' active', 'cancelled', ''])(
    'the stored service status %j counts as inactive',
    (status) => {
      expect(serviceStatusOf(status)).toBe('inactive');
    },
  );
});
