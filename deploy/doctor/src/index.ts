export { doctorCommand } from './command.ts';
export { type DoctorConfig, loadDoctorConfig } from './config.ts';
export { examine } from './doctor.ts';
export type { Finding } from './finding.ts';
