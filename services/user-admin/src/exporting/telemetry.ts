import { Counter, type Registry } from 'prom-client';

/** Outcome of an attempt: the export is complete, will be retried, or has failed permanently. */
export type AttemptOutcome = 'finished' | 'retried' | 'failed';

const outcomes: readonly AttemptOutcome[] = ['finished', 'retried', 'failed'];

export type ExportTelemetry = { attempted(outcome: AttemptOutcome): void };

export function createExportTelemetry(registry: Registry): ExportTelemetry {
  const attempts = new Counter({
    name: 'parley_user_admin_export_attempts_total',
    help: 'Attempts to make an export of the organization, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Creates all series with the value 0. Otherwise Prometheus would not see the first increase.
  for (const outcome of outcomes) attempts.inc({ outcome }, 0);
  return { attempted: (outcome) => attempts.inc({ outcome }) };
}
