import { type StatusObject, status } from '@grpc/grpc-js';
import { isNoOrganization, type Logger, ParleyError } from '@parley/core';
import { Histogram, type Registry } from 'prom-client';
import { writeError } from './wire.ts';

/** Measures calls and logs their failures, whether they arrive over the network or from this process. */
export type MeasuredCalls = {
  /** Starts to measure a call. The returned function takes the name of its gRPC status. */
  start(method: string): (outcome: string) => void;
  /** Logs the failure of a call, if it is not a refusal. Returns it as a gRPC status. */
  fail(
    method: string,
    error: unknown,
    requestId: string | undefined,
    isCancelled: boolean,
  ): Partial<StatusObject>;
};

/** Returns the name of a gRPC status for the metric. */
export const statusName = (code: status | undefined): string => status[code ?? status.UNKNOWN];

/** Creates the metric of answered calls in a registry, and the log lines of failed ones. */
export function createMeasuredCalls(logger: Logger, registry: Registry): MeasuredCalls {
  const seconds = new Histogram({
    name: 'parley_rpc_server_seconds',
    help: 'Time to answer a gRPC call, by method and gRPC status.',
    labelNames: ['method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    start(method) {
      const stop = seconds.startTimer({ method });
      return (outcome) => void stop({ status: outcome });
    },
    fail(method, error, requestId, isCancelled) {
      if (!(error instanceof ParleyError) && !isCancelled)
        logger.error({ err: error, method, requestId }, 'call failed');
      else if (error instanceof ParleyError && error.status >= 500) {
        // While there is no organization yet, everything that looks for one is refused, every few seconds.
        const level = isNoOrganization(error) ? 'debug' : 'warn';
        logger[level]({ code: error.code, reason: error.message, method, requestId }, 'call refused');
      }
      return writeError(error);
    },
  };
}
