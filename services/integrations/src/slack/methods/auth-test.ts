import { teamId, userRef } from '../../domain/slack/slack-ids.ts';
import type { SlackMethod } from '../method.ts';

export const authTest: SlackMethod = {
  area: null,
  async run({ ctx, app }) {
    return {
      url: `${ctx.publicUrl}/`,
      team: new URL(ctx.publicUrl).hostname,
      user: app.manifest.name,
      team_id: teamId,
      user_id: userRef(app.botId),
      bot_id: `B${app.botId}`,
      is_enterprise_install: false,
    };
  },
};
