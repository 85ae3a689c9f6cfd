import { ConfigError, createLogger } from '@parley/core';
import { loadMigrateConfig } from './config.ts';
import { runMigrations } from './run.ts';

const logger = createLogger({
  service: 'migrate',
  ...(process.env.PARLEY_LOG_LEVEL && { level: process.env.PARLEY_LOG_LEVEL }),
});

try {
  await runMigrations(loadMigrateConfig(process.env), logger);
} catch (error) {
  if (error instanceof ConfigError) logger.fatal({ problems: error.problems }, error.message);
  else logger.fatal({ err: error }, 'the database was not brought up to date');
  process.exitCode = 1;
}
