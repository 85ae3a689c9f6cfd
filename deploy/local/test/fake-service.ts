import { join } from 'node:path';

/** Path of the program that replaces every service in tests. */
export const fakeService = join(import.meta.dirname, 'fake-service.mjs');
