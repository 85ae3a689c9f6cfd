/** Code that the commands for operators share. */
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Call, RpcClient } from '@parley/rpc';

export type CommandLine = {
  client: RpcClient<typeof UserAdminServiceService>;
  /** Undefined when the address of the service is not configured; commands about channels fail then. */
  channels: RpcClient<typeof ChannelServiceService> | undefined;
  /** Asks for a secret. Secrets are never arguments, because other users of the machine can read arguments. */
  readSecret(question: string): Promise<string>;
  print(line: string): void;
};

/** A line of output, as text for people and as JSON. */
export type Line = { text: string; json: object };
export type Options = Readonly<Record<string, string>>;
export type Command = {
  /** Names of options; `?` marks optional ones. */
  options: readonly string[];
  /** Whether `--dry-run` is possible, with which the command only prints what it would change. */
  canDryRun?: boolean;
  summary: string;
  run(io: CommandLine, options: Options, call: Call): AsyncIterable<Line>;
};

/** The arguments do not form a valid command. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Parses a number. @throws UsageError */
export function numberOf(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a number.`);
  return Number(text);
}

/** Value that is stored for flags, which have no value of their own. */
export const isSet = 'yes';
/** Returns whether the command should only print what it would change. */
export const isDryRun = (options: Options): boolean => options['dry-run'] === isSet;
