/** What the commands for operators share. */
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Call, RpcClient } from '@parley/rpc';

export type CommandLine = {
  client: RpcClient<typeof UserAdminServiceService>;
  /** Undefined where its address is not configured: commands about channels then fail. */
  channels: RpcClient<typeof ChannelServiceService> | undefined;
  /** Asks for a secret. Secrets are never arguments, because other users of the machine can read those. */
  readSecret(question: string): Promise<string>;
  print(line: string): void;
};

/** A line of output: for people, and as JSON. */
export type Line = { text: string; json: object };
export type Options = Readonly<Record<string, string>>;
export type Command = {
  /** Names of options; `?` marks optional ones. */
  options: readonly string[];
  /** Whether `--dry-run` is possible: the command then only says what it would change. */
  canDryRun?: boolean;
  summary: string;
  run(io: CommandLine, options: Options, call: Call): AsyncIterable<Line>;
};

/** The arguments are not a valid command. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Parses a number. @throws UsageError */
export function numberOf(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a number.`);
  return Number(text);
}

/** Flags without a value are stored with this one. */
export const isSet = 'yes';
/** Returns whether the command only says what it would change. */
export const isDryRun = (options: Options): boolean => options['dry-run'] === isSet;
