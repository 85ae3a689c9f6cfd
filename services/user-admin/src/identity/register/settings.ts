/** Fields of the register response about the caller's personal settings. */
import { userSettingChoices } from '@parley/settings';
import { type Fields, type RegisterRequest, readOwnSettings } from '../../kernel/register.ts';

/** Fetch value `user_settings`. */
export async function readUserSettings(request: RegisterRequest): Promise<Fields> {
  return { user_settings: await ownSettings(request) };
}

async function ownSettings(request: RegisterRequest): Promise<Fields> {
  const { caller } = request;
  return {
    ...(await readOwnSettings(request)),
    ...(caller && {
      timezone: caller.timezone,
      email_address_visibility: caller.emailAddressVisibility,
    }),
    ...userSettingChoices,
  };
}

/** Reads the named settings as fields beside each other instead of in `user_settings`. */
export const legacyFields =
  (names: readonly string[]) =>
  async (request: RegisterRequest): Promise<Fields> => {
    const settings = await ownSettings(request);
    return Object.fromEntries(names.map((name) => [name, settings[name]]));
  };
