import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { demoOwner, demoPassword, demoPeople } from './demo.ts';

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

type DataDir = Pick<SeedContext, 'dataDir'>;

/** Path of the file that marks a deployment whose seeding is complete. */
export const seededFile = ({ dataDir }: DataDir): string => join(dataDir, 'seeded');

/** Returns whether seeding is complete. */
export const isSeeded = (context: DataDir): boolean => existsSync(seededFile(context));

export const seededEmails = (organization: SeedContext['organization']): string[] =>
  (organization === 'owner' ? [demoOwner] : [demoOwner, ...demoPeople]).map(({ email }) => email);

/** Returns the text with the logins that the launcher prints when everything is ready. */
export const loginLines = (organization: SeedContext['organization']): string =>
  [`Demo logins, password ${demoPassword}:`, `  ${seededEmails(organization).join(' ')}`].join('\n');
