import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb } from './build-web.ts';
import { StartRefused } from './data-folder.ts';
import { fillPortal } from './fill.ts';
import { startPortal } from './portal.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from './seed/accounts.ts';

const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
const { PORT = '3000', DATA_DIR = '.data', DATABASE_URL } = process.env;

process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN';

const explain = (error: unknown): string | undefined => {
  if (error instanceof StartRefused) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${PORT} is taken. Stop what runs there, or choose another PORT.`;
  }

  return undefined;
};

const start = async () => {
  const building = buildWeb();
  const portal = await startPortal({
    dataFolder: resolve(DATA_DIR),
    port: Number(PORT),
    reset: values.reset,
    databaseUrl: DATABASE_URL,
  });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await portal.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  if (!portal.folder.isFilled) {
    console.log('Filling the portal with demo data …');
    await fillPortal(new Date());
    portal.folder.markFilled();
  }
  await building;
  await portal.startJobs();

  console.log(`
OW Connect runs at ${portal.url}

  administrator  ${ADMIN_EMAIL}
  client         ${CLIENT_EMAIL}
  password       ${DEMO_PASSWORD}
`);
  await portal.warm();
};

start().catch((error) => {
  const sentence = explain(error);
  console.error(sentence ?? error);
  process.exit(1);
});
