import { getServerStatusAnswer } from '@parley/api/operations';
import { bestEffort, serviceNames } from '@parley/core';
import type { ProcessStatus } from '@parley/event-log';
import { ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

/** This operation is an extension of the API (docs/decisions/operators-page.md). */
export const getServerStatus = route({
  method: 'GET',
  path: '/server_status',
  operation: 'get-server-status',
  summary:
    'Returns the processes of the server with readings of the last hour, and the space in use. For owners.',
  auth: 'required',
  params: params({}),
  answer: getServerStatusAnswer,
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
