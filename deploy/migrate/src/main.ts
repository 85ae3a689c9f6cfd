import { migrateCommand } from './command.ts';

process.exitCode = await migrateCommand(process.env);
