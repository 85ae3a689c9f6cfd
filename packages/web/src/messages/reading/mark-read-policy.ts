/** Values of the setting that says where reading by scrolling marks messages as read. */
const policies = { always: 1, inConversations: 2, never: 3 } as const;

/** Returns whether messages in view become read. Until the setting is known, they do. */
export function marksByReading(policy: number | undefined, isConversation: boolean): boolean {
  return policy !== policies.never && (policy !== policies.inConversations || isConversation);
}
