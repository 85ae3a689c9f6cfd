import type { User } from '@parley/facts';
import type { Ctx } from '../context.ts';
import { appRef, teamId, userRef } from '../domain/slack/slack-ids.ts';
import type { InstalledApp } from './installed-app.ts';

/** Returns the name of the team, which is the host of this server. */
const domainOf = ({ publicUrl }: Pick<Ctx, 'publicUrl'>): string => new URL(publicUrl).hostname;

/** Returns the members that every request about a person has, in Slack's form. */
export const slackActor = (ctx: Pick<Ctx, 'publicUrl'>, app: InstalledApp, user: User) => ({
  team: { id: teamId, domain: domainOf(ctx) },
  user: {
    id: userRef(user.userId),
    username: user.fullName,
    name: user.fullName,
    team_id: teamId,
  },
  api_app_id: appRef(app.appId),
  token: '',
  enterprise: null,
  is_enterprise_install: false,
});

/** Returns the same members for a command, whose request is a form. */
export const slackCommandActor = (ctx: Pick<Ctx, 'publicUrl'>, app: InstalledApp, user: User) => ({
  token: '',
  team_id: teamId,
  team_domain: domainOf(ctx),
  user_id: userRef(user.userId),
  user_name: user.fullName,
  api_app_id: appRef(app.appId),
  is_enterprise_install: 'false',
});
