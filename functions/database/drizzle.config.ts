import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './functions/database/schema/*.ts',
  out: './functions/database/migrations',
});
