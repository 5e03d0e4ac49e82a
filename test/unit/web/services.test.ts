import { describe, expect, it } from 'vitest';
import { featuresOf } from '#web/features/client/service-features.ts';
import { serviceStatusOf } from '#web/features/services/service-status.ts';

describe('the features on a service card', () => {
  it('promise uncapped data and its speed where the name says uncapped', () => {
    expect(featuresOf({ serviceType: '4G/5G Data', serviceName: 'Uncapped 4G/5G Data' })).toEqual([
      'Uncapped data',
      'Speeds up to 30Mbps',
      'Works wherever there is 4G or 5G coverage',
    ]);
  });

  it.each(['Data SIM 50GB', '4G/5G Data', 'SIM Card'])('promise %s no uncapped data', (serviceName) => {
    expect(featuresOf({ serviceType: '4G/5G Data', serviceName })).toEqual([
      'Works wherever there is 4G or 5G coverage',
    ]);
  });

  it('promise web space with hosting, and support alone with a domain', () => {
    expect(featuresOf({ serviceType: 'Web Hosting', serviceName: 'Web Hosting' })).toContain(
      'Free .co.za domain',
    );
    expect(featuresOf({ serviceType: 'Web Hosting', serviceName: 'Domain example.com' })).toEqual([
      'Help from our hosting support',
    ]);
  });

  it('are none for a type without any', () => {
    expect(featuresOf({ serviceType: 'voip', serviceName: 'Business Voice' })).toEqual([]);
  });
});

describe('a stored service status', () => {
  it.each(['active', 'inactive', 'pending', 'suspended'])('%s is itself', (status) => {
    expect(serviceStatusOf(status)).toBe(status);
  });

  it.each(['Active', 'ACTIVE', ' active', 'cancelled', ''])('%j counts as inactive', (status) => {
    expect(serviceStatusOf(status)).toBe('inactive');
  });
});
