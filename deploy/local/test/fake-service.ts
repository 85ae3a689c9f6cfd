import { join } from 'node:path';

/** The program that replaces every service in tests. */
export const fakeService = join(import.meta.dirname, 'fake-service.mjs');
