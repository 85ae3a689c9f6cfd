import { startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import type { Ctx } from '../context.ts';
import type { Activity } from './activity.ts';
import { followGroups } from './groups.ts';
import { followMovedTopics } from './moved-topics.ts';
import { type Sender, sendNotices } from './notices.ts';
import { followPeople } from './people.ts';

/** People, groups, topics and activity, from the events of other services. */
export const startFactWorker = (ctx: Ctx, activity: Activity, log: WorkerLog): Worker =>
  startWorker(log, {
    name: 'channel',
    from: 'start',
    facts: ['userChanged', 'groupChanged', 'messageSent', 'channelStartChanged', 'topicMoved'],
    handle(event, signal) {
      if (event.factKind === 'userChanged') return followPeople(ctx, event, signal);
      if (event.factKind === 'groupChanged') return followGroups(ctx, event, signal);
      if (event.factKind === 'topicMoved') return followMovedTopics(ctx, event, signal);
      return activity.follow(event, signal);
    },
  });

/** Separate, so that the other worker continues while messages cannot be sent. */
export const startNoticeWorker = (ctx: Ctx, messaging: Sender, log: WorkerLog): Worker =>
  startWorker(log, {
    name: 'channel-notices',
    from: 'head',
    facts: ['channelChanged', 'announcementDue', 'subscriptionsAdded', 'subscriptionNoticesDue'],
    handle: (event, signal) => sendNotices(ctx, messaging, event, signal),
  });
