/** What seeding needs to know of the deployment that it fills. */
export type SeedContext = {
  /** Whether to create the demo organization, a busy one (the demo with an imported history), or one with only its owner. */
  organization: 'demo' | 'busy' | 'owner';
  /** Base URL for clients. */
  url: string;
  dataDir: string;
  userAdminAddresses: readonly string[];
  importingAddresses: readonly string[];
  rpcSecret: string;
  signal: AbortSignal;
  say(line: string): void;
};
