import { bestEffort, serviceNames } from '@parley/core';
import type { ProcessStatus } from '@parley/event-log';
import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

/** This operation is an extension of the API (docs/decisions/operators-page.md). */
/** Values by the name of a reading (docs/decisions/operators-page.md#readings). Rates are per second. */
const readings = z.record(z.string(), z.number());

export const getServerStatus = route({
  method: 'GET',
  path: '/server_status',
  operation: 'get-server-status',
  summary:
    'Returns the processes of the server with readings of the last hour, and the space in use. For owners.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    /** The services of the deployment. A service without a process is unavailable. */
    services: z.array(z.string()),
    /** The processes that answered. */
    processes: z.array(
      z.strictObject({
        service: z.string(),
        /** Distinguishes processes of a service; new at each start. */
        instance: z.string(),
        version: z.string(),
        /** Unix time in seconds. */
        started_at: z.int(),
        readings,
        history: z.strictObject({
          /** Seconds between two readings. */
          every_seconds: z.int(),
          /** Readings of at most one hour, the oldest first. */
          readings: z.record(z.string(), z.array(z.number())),
        }),
      }),
    ),
    /** Bytes in use, by kind; null for a kind that is currently unknown. */
    space: z.strictObject({
      database: z.number().nullable(),
      log: z.number().nullable(),
      /** The size at which the log removes its oldest entries. */
      log_limit: z.number().nullable(),
      files: z.number().nullable(),
    }),
  }),
  async handle(ctx, _values, { call }) {
    // Comes first, because it refuses callers who are not owners.
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

/** Orders processes by their service, then by their start. */
const byService = (one: Process, other: Process): number =>
  one.service.localeCompare(other.service) || one.started_at - other.started_at;
