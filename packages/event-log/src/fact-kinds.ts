import type { Fact } from '@parley/proto/events/v1/facts';

export type FactValue = NonNullable<Fact['value']>;

/** Names of the facts: `messageSent`, `userChanged` … */
export type FactKind = FactValue['$case'];

/** Field numbers of the facts in `Fact`: what an event is can be seen without decoding it. */
export const factNumbers: Readonly<Record<FactKind, number>> = {
  messageSent: 1,
  userChanged: 2,
  apiKeyRevoked: 3,
  channelChanged: 4,
  subscriptionsAdded: 5,
  subscriptionsRemoved: 6,
  groupChanged: 7,
  organizationChanged: 8,
  typingSignalled: 9,
  channelRemoved: 11,
  messageChanged: 12,
  messagesDeleted: 13,
  channelStartChanged: 14,
  topicMoved: 15,
  subscriptionMuted: 20,
  userTopicChanged: 21,
  subscriptionNoticesDue: 22,
  announcementDue: 23,
  alertWordsChanged: 30,
  mutedUsersChanged: 31,
  writingSettingsChanged: 32,
  unlinkedFilesDue: 40,
};

const kindsByNumber: (FactKind | undefined)[] = [];
for (const [kind, number] of Object.entries(factNumbers)) kindsByNumber[number] = kind as FactKind;

/** The fact that has this field number, or undefined when this release knows none. */
export const factKindOf = (number: number): FactKind | undefined => kindsByNumber[number];
