import { doctorCommand } from './command.ts';

// `node deploy/doctor/dist/main.js [--json]`
process.exitCode = await doctorCommand(process.argv.slice(2), process.env);
