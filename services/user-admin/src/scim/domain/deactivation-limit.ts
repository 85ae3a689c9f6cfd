/** Minimum limit, so that small organizations can also deactivate people. */
const fewest = 3;

/**
 * Returns how many of `people` active people may be deactivated within a day without an operator's permission.
 * @param share maximum share of the people
 */
export const deactivationLimit = (people: number, share: number): number =>
  Math.max(fewest, Math.floor(people * share));
