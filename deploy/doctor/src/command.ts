import { ConfigError, readNatsSecurity, useNatsSecurity } from '@parley/core';
import { loadDoctorConfig } from './config.ts';
import { examine } from './doctor.ts';
import { exitCodeOf, renderReport } from './report.ts';

/** With `--json` as JSON. Returns 1 for a failure or an invalid configuration, otherwise 0. */
export async function doctorCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    useNatsSecurity(readNatsSecurity(env));
    const findings = await examine(loadDoctorConfig(env));
    process.stdout.write(
      args.includes('--json') ? `${JSON.stringify(findings, null, 2)}\n` : renderReport(findings),
    );
    return exitCodeOf(findings);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
