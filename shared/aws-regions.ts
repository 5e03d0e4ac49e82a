/**
 * The country in which each region of AWS is, of the partition in which the portal runs.
 * https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html
 */
export const AWS_REGIONS = {
  'af-south-1': 'South Africa',
  'ap-east-1': 'Hong Kong',
  'ap-east-2': 'Taiwan',
  'ap-northeast-1': 'Japan',
  'ap-northeast-2': 'South Korea',
  'ap-northeast-3': 'Japan',
  'ap-south-1': 'India',
  'ap-south-2': 'India',
  'ap-southeast-1': 'Singapore',
  'ap-southeast-2': 'Australia',
  'ap-southeast-3': 'Indonesia',
  'ap-southeast-4': 'Australia',
  'ap-southeast-5': 'Malaysia',
  'ap-southeast-6': 'New Zealand',
  'ap-southeast-7': 'Thailand',
  'ca-central-1': 'Canada',
  'ca-west-1': 'Canada',
  'eu-central-1': 'Germany',
  'eu-central-2': 'Switzerland',
  'eu-north-1': 'Sweden',
  'eu-south-1': 'Italy',
  'eu-south-2': 'Spain',
  'eu-west-1': 'Ireland',
  'eu-west-2': 'the United Kingdom',
  'eu-west-3': 'France',
  'il-central-1': 'Israel',
  'me-central-1': 'the United Arab Emirates',
  'me-south-1': 'Bahrain',
  'mx-central-1': 'Mexico',
  'sa-east-1': 'Brazil',
  'us-east-1': 'the United States',
  'us-east-2': 'the United States',
  'us-west-1': 'the United States',
  'us-west-2': 'the United States',
} as const;

export type AwsRegion = keyof typeof AWS_REGIONS;
