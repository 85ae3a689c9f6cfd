/** Shortest and longest password, characters; register tells clients. */
export const passwordLength = { min: 8, max: 100 } as const;
