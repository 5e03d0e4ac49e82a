import { describe, expect, it } from 'vitest';
import { deriveServiceType, listClientServices } from '#functions/domain/client/client-services.ts';
import type { Service } from '#shared/contract/services.ts';

const service: Service = {
  id: 1,
  serviceCategory: 'SIM Card',
  accountType: null,
  accountUsername: null,
  msisdn: null,
  simSerialNumber: null,
  pricePerMonth: 337,
  status: 'active',
  billFrom: null,
  billUntil: null,
  billedUntil: null,
  prices: [{ from: '2026-11-01', amount: 337 }],
  suspendedFor: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

const NOW = new Date('2026-11-28T10:00:00Z');

const seenByClient = async (stored: Partial<Service>) => {
  const [seen] = await listClientServices({ listOf: async () => [{ ...service, ...stored }] }, 1, NOW);

  return seen;
};

describe('the service type that a client sees', () => {
  it.each([
    ['Uncapped 4G/5G data', 'SIM Card', '4G/5G Data'],
    ['Fixed 5G', 'Internet', 'Fixed 5G'],
    ['Fixed5G', 'Internet', 'Fixed 5G'],
    ['5G home, fixed line of sight', 'Internet', 'Fixed 5G'],
    ['Fixed 5G', 'SIM Card', 'Fixed 5G'],
    ['Fixed LTE 20Mbps', 'Internet', '4g'],
    ['Fixed LTE 20Mbps', 'SIM Card', '4g'],
    ['Fixed 4G', 'Internet', '4g'],
    ['Fixed line', 'Voice', 'voip'],
    ['Fixed wireless', 'Internet', 'Internet'],
    ['Uncapped 5G', 'SIM Card', '4G/5G Data'],
    ['LTE 20GB', 'SIM Card', '4G/5G Data'],
    ['3G modem', 'SIM Card', '4G/5G Data'],
    ['Data 5GB', 'SIM Card', '4G/5G Data'],
    ['Mobile data 5G', 'Internet', '5g'],
    ['Hosting of 5GB', 'Other', 'Web Hosting'],
    ['Fiber 100', 'Internet', 'fiber'],
    ['Web Hosting', 'Other', 'Web Hosting'],
    ['Fibre 100/50', 'Internet', 'fiber'],
    ['VoIP line', 'Voice', 'voip'],
    ['LTE 20GB', 'Internet', '4g'],
    ['5G home', 'Internet', '5g'],
    ['Voice and data SIM', 'SIM Card', '4G/5G Data'],
    ['Data SIM 50GB', 'SIM Card', '4G/5G Data'],
    ['Cloud PBX', 'Voice', 'voip'],
    [null, 'SIM Card', '4G/5G Data'],
    [null, 'Voice', 'voip'],
    [null, 'Other', 'Other'],
  ])('account type %s in category %s is shown as service type %s', (accountType, serviceCategory, type) => {
    expect(deriveServiceType({ accountType, serviceCategory })).toBe(type);
  });
});

describe('a service as its client sees it', () => {
  it('a client sees a service under its account type, or under its category if it has none', async () => {
    expect(await seenByClient({ accountType: 'Fixed 5G' })).toMatchObject({ serviceName: 'Fixed 5G' });
    expect(await seenByClient({})).toMatchObject({ serviceName: 'SIM Card' });
  });

  it('a client sees the user name, number and SIM of a service in its description and as fields', async () => {
    const seen = await seenByClient({
      accountUsername: 'ow1@ow',
      msisdn: '+27821234567',
      simSerialNumber: '89',
    });

    expect(seen?.serviceDescription).toBe('Username ow1@ow · Number +27 82 123 4567 · SIM 89');
    expect(seen).toMatchObject({ username: 'ow1@ow', msisdn: '+27821234567', simSerialNumber: '89' });
  });

  it.each([
    ['active', 'Active'],
    ['suspended', 'Suspended'],
    ['pending', 'Pending'],
    ['inactive', 'Inactive'],
    ['cancelled in 2019', 'Inactive'],
    ['ACTIVE', 'Inactive'],
  ])('a client sees a service with stored status %s as %s', async (status, shown) => {
    expect((await seenByClient({ status }))?.status).toBe(shown);
  });
});
