import * as z from 'zod/v4';

// A compiled schema would need 'unsafe-eval' in the content security policy. web/vite.config.ts sends each import of
// zod here, so that this line runs before the first schema is made.
z.config({ jitless: true });

export * from 'zod/v4';
