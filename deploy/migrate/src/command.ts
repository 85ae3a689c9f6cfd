import { ConfigError, createLogger } from '@parley/core';
import { loadMigrateConfig } from './config.ts';
import { runMigrations } from './run.ts';

/** Brings the database up to date, and logs a failure. Returns the exit code. */
export async function migrateCommand(env: NodeJS.ProcessEnv): Promise<number> {
  const logger = createLogger({
    service: 'migrate',
    ...(env.PARLEY_LOG_LEVEL && { level: env.PARLEY_LOG_LEVEL }),
  });
  try {
    await runMigrations(loadMigrateConfig(env), logger);
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) logger.fatal({ problems: error.problems }, error.message);
    else logger.fatal({ err: error }, 'the database was not brought up to date');
    return 1;
  }
}
