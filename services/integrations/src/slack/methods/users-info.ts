import { roles } from '@parley/rules';
import { teamId, userIdOf, userRef } from '../../domain/slack/slack-ids.ts';
import { requiredText, SlackError, type SlackMethod } from '../method.ts';

/** Returns a person or bot, without their e-mail address, which apps do not get. */
export const usersInfo: SlackMethod = {
  area: 'users',
  async run({ app, args, scope }) {
    const userId = userIdOf(requiredText(args, 'user'));
    const user = userId === undefined ? undefined : await scope.users.get(userId);
    if (!user) throw new SlackError('user_not_found');
    return {
      user: {
        id: userRef(user.userId),
        team_id: teamId,
        name: user.fullName,
        real_name: user.fullName,
        deleted: !user.isActive,
        is_bot: user.isBot,
        is_app_user: user.userId === app.botId,
        is_admin: user.role <= roles.administrator,
        is_owner: user.role <= roles.owner,
        is_restricted: user.role >= roles.guest,
        tz: user.timezone === '' ? 'UTC' : user.timezone,
        profile: { real_name: user.fullName, display_name: user.fullName, team: teamId },
      },
    };
  },
};
