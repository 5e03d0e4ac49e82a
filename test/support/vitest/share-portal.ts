import { beginFile, endFile, withSharedPortal } from '#test/support/portal/shared-portal.ts';

withSharedPortal.beforeAll(async ({ sharedPortal: _ }) => beginFile());
withSharedPortal.afterAll(endFile);
