/**
 * Decides when topics become followed or unmuted for the people who participate in them. People choose this in their
 * settings (docs/api/messages.md#topic-visibility).
 */

/** The policies that a person can have for a topic, with their numbers in the API. */
export const topicPolicy = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** The minimum participation that changes the policy. Any higher number means never. */
const policies = { interacting: 1, sending: 2, starting: 3 } as const;

/** The ways to participate in a topic. Each level includes the levels before it. */
export const participation = { interacts: 1, sends: 2, starts: 3 } as const;

export type Participation = (typeof participation)[keyof typeof participation];

export type AutomaticPolicies = { followTopicsPolicy: number; unmuteTopicsPolicy: number };

/** Returns the policy that a topic gets by participation: followed, unmuted (in a muted channel), or unchanged (0). */
export function policyAfter(
  level: Participation,
  { followTopicsPolicy, unmuteTopicsPolicy }: AutomaticPolicies,
  isChannelMuted: boolean,
): number {
  const applies = (policy: number) => policy >= policies.interacting && policy <= level;
  if (applies(followTopicsPolicy)) return topicPolicy.followed;
  return isChannelMuted && applies(unmuteTopicsPolicy) ? topicPolicy.unmuted : topicPolicy.inherit;
}

/** Returns whether starting a topic results in another policy than sending to an existing one. */
export const dependsOnStarting = (settings: AutomaticPolicies, isChannelMuted: boolean): boolean =>
  policyAfter(participation.starts, settings, isChannelMuted) >
  policyAfter(participation.sends, settings, isChannelMuted);
