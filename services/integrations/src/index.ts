export type { Integration } from './domain/integration.ts';
