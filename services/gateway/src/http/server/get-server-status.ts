import { bestEffort, serviceNames } from '@parley/core';
import type { ProcessStatus } from '@parley/event-log';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

/** Values by the name of a reading (docs/decisions/operators-page.md#readings). Rates are per second. */
const readings = z.record(z.string(), z.number());

/** An extension of the API (docs/decisions/operators-page.md). */
export const getServerStatus = route({
  method: 'GET',
  path: '/server_status',
  operation: 'get-server-status',
  summary:
    'Returns the processes of the server with readings of the last hour, and the space in use. For owners.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    /** Names of all services of the deployment. A service that has no process in `processes` is unavailable. */
    services: z.array(z.string()),
    /** The processes that answered in time. */
    processes: z.array(
      z.strictObject({
        service: z.string(),
        /** Identifies a process among those of the same service. Each start gets a new value. */
        instance: z.string(),
        version: z.string(),
        /** Unix time in seconds. */
        started_at: z.int(),
        readings,
        history: z.strictObject({
          every_seconds: z.int(),
          /** Values of the last hour, oldest first, by the name of the reading. */
          readings: z.record(z.string(), z.array(z.number())),
        }),
      }),
    ),
    /** Bytes in use, by kind of storage; null when unknown. */
    space: z.strictObject({
      database: z.number().nullable(),
      log: z.number().nullable(),
      /** The size in bytes at which the event log removes its oldest entries. */
      log_limit: z.number().nullable(),
      files: z.number().nullable(),
    }),
  }),
  async handle(ctx, _values, { call }) {
    // This call comes first, because it refuses callers who are not owners.
    const database = await ctx.rpc.userAdmin.getDatabaseSize({}, call);
    const unknown = 'the size of the log is unknown';
    const [processes, log] = await Promise.all([
      ctx.deployment.processes(),
      bestEffort(ctx.logger, unknown, () => ctx.deployment.logSize()),
    ]);
    return ok({
      services: [...serviceNames],
      processes: processes.map(processOf).sort(byService),
      space: {
        database: database.bytes,
        log: log?.bytes ?? null,
        log_limit: log?.limit ?? null,
        files: processes.find(({ space }) => space.files !== undefined)?.space.files ?? null,
      },
    });
  },
});

const processOf = ({ service, instance, version, startedAt, now, history }: ProcessStatus) => ({
  service,
  instance,
  version,
  started_at: startedAt,
  readings: { ...now },
  history: {
    every_seconds: history.everySeconds,
    readings: Object.fromEntries(
      Object.entries(history.readings).map(([name, values]) => [name, [...values]]),
    ),
  },
});

type Process = ReturnType<typeof processOf>;

/** Compares processes by the name of their service, and then by the time at which they started. */
const byService = (one: Process, other: Process): number =>
  one.service.localeCompare(other.service) || one.started_at - other.started_at;
