import { registrationSchema } from '@parley/api/register';
import { members, ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { readRegistration, registerParameters } from '../../register/options.ts';
import { register } from '../../register/register.ts';
import { serverFields } from '../../register/server-fields.ts';
import { sharedFields } from '../shared-fields.ts';
import { versionFields } from '../version.ts';

export const registerQueue = route({
  method: 'POST',
  path: '/register',
  operation: 'register-queue',
  readsPresence: true,
  isRegistration: true,
  summary: 'Opens an event queue and returns the state that its events continue.',
  auth: 'optional',
  changes: 'nothing',
  params: params(registerParameters),
  answer: registrationSchema,
  async handle(ctx, values, { call, caller }) {
    const request = readRegistration(values, caller);
    const { queue, states, shared } = await ctx.registrations.run(
      () => register(ctx, request, call),
      call.signal,
    );
    return ok(
      versionFields,
      {
        queue_id: queue?.queueId ?? null,
        last_event_id: queue?.lastEventId ?? -1,
        idle_queue_timeout_secs: queue?.idleTimeoutSeconds,
      },
      await serverFields(ctx, request.fetchTypes),
      ...states.map(members),
      sharedFields(shared),
    );
  },
});
