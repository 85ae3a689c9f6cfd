import { getServerSettingsAnswer } from '@parley/api/operations';
import { members, ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { versionFields } from '../version.ts';

export const getServerSettings = route({
  method: 'GET',
  path: '/server_settings',
  operation: 'get-server-settings',
  summary: 'Returns what a client needs to know before sign-in.',
  auth: 'none',
  isAlwaysServed: true,
  params: params({}),
  answer: getServerSettingsAnswer,
  async handle(ctx, _values, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.getServerSettings({}, call);
    return ok(versionFields, members(fieldsJson));
  },
});
