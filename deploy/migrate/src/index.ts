export { migrateCommand } from './command.ts';
export { loadMigrateConfig, type MigrateConfig } from './config.ts';
export { type Owner, owners } from './owners.ts';
export { migrationsOf, runMigrations } from './run.ts';
