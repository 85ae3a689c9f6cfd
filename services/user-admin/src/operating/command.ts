/** Code that the commands for operators share. */
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Call, RpcClient } from '@parley/rpc';

export type CommandLine = {
  client: RpcClient<typeof UserAdminServiceService>;
  /** Client of the service `channel`. When its address is not configured, it is undefined and commands about channels fail. */
  channels: RpcClient<typeof ChannelServiceService> | undefined;
  /** Asks for a secret. Secrets are never command-line arguments, because other users of the machine can see those. */
  readSecret(question: string): Promise<string>;
  print(line: string): void;
};

export type Line = { text: string; json: object };
export type Options = Readonly<Record<string, string>>;
export type Command = {
  /** Names of the options. A `?` at the end marks an optional one. */
  options: readonly string[];
  /** Whether `--dry-run` is supported, with which the command only prints the changes that it would make. */
  canDryRun?: boolean;
  summary: string;
  run(io: CommandLine, options: Options, call: Call): AsyncIterable<Line>;
};

export class UsageError extends Error {
  override name = 'UsageError';
}

/** Returns the value of an option that the command needs. @throws UsageError when it is missing */
export function given(options: Options, name: string): string {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** Parses a non-negative integer. Returns `fallback` for an absent text. @throws UsageError for another text */
export function numberOf(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a number.`);
  return Number(text);
}

/** Value that is stored for a flag, because flags have no value. */
export const isSet = 'yes';
/** Returns whether the command must only print the changes that it would make. */
export const isDryRun = (options: Options): boolean => options['dry-run'] === isSet;
