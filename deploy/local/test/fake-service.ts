import { join } from 'node:path';

/** The program that stands in for every service. */
export const fakeService = join(import.meta.dirname, 'fake-service.mjs');
