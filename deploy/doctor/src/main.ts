import { ConfigError, readNatsSecurity, useNatsSecurity } from '@parley/core';
import { loadDoctorConfig } from './config.ts';
import { examine } from './doctor.ts';
import { exitCodeOf, renderReport } from './report.ts';

// `node deploy/doctor/dist/main.js [--json]`: prints all findings. The exit code is 1 if a finding is a failure or the
// configuration is invalid, otherwise 0.
try {
  useNatsSecurity(readNatsSecurity(process.env));
  const findings = await examine(loadDoctorConfig(process.env));
  process.stdout.write(
    process.argv.includes('--json') ? `${JSON.stringify(findings, null, 2)}\n` : renderReport(findings),
  );
  process.exitCode = exitCodeOf(findings);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
