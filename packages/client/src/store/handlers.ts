/** What a part of the store does on events, by type. */
// biome-ignore lint/suspicious/noExplicitAny: each handler names the members that its events have
export type Handlers = Readonly<Record<string, (event: any) => void>>;
