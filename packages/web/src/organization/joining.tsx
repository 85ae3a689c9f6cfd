import { ChoiceSetting, SettingGroup } from '../forms/setting.tsx';
import { roles, useRole } from '../model/self.ts';
import { AllowedDomains } from './allowed-domains.tsx';
import { realmSetting } from './realm-setting.ts';
import { RealmToggle } from './realm-toggle.tsx';
import { SignInMethods } from './sign-in-methods.tsx';
import { o } from './texts.ts';

/** Renders the rules for joining and signing in: invitations, mail addresses, sign-in methods, second factors and sessions. */
export default function JoiningSection() {
  return (
    <>
      <SettingGroup title={o('joining')}>
        <RealmToggle name="invite_required" help="invite_required_help" isOwnersOnly />
        <RealmToggle name="emails_restricted_to_domains" isOwnersOnly />
        <RealmToggle name="disallow_disposable_email_addresses" />
      </SettingGroup>
      <SignInMethods />
      <SettingGroup title={o('signIns')}>
        <SecondFactors />
        <SessionHours name="session_lifetime_hours" hours={[8, 24, 168, 336, 720, 8_760]} />
        <SessionHours name="session_idle_hours" hours={[0, 1, 8, 24, 168]} />
        <RealmToggle
          name="second_factor_after_provider"
          help="second_factor_after_provider_help"
          isOwnersOnly
        />
      </SettingGroup>
      <AllowedDomains />
    </>
  );
}

const roleSets = ['nobody', 'owners', 'administrators', 'moderators', 'members', 'everyone'] as const;

/** Renders the setting that selects the people who must have a second factor. */
function SecondFactors() {
  const setting = realmSetting('require_second_factor');
  const role = useRole();
  return (
    <ChoiceSetting
      label={o('require_second_factor')}
      help={o('require_second_factor_help')}
      isDisabled={role() > roles.owner}
      value={() => setting.value() as (typeof roleSets)[number]}
      save={setting.save}
      options={roleSets.map((value) => ({ value, label: o(`factor_${value}`) }))}
    />
  );
}

/** Renders a limit for sessions in hours: their total lifetime, or the maximum time without use. */
function SessionHours(props: {
  name: 'session_lifetime_hours' | 'session_idle_hours';
  hours: readonly number[];
}) {
  const setting = realmSetting(props.name);
  const role = useRole();
  const present = () => Number(setting.value() ?? 0);
  const values = () => [...new Set([...props.hours, present()])].sort((one, other) => one - other);
  const label = (hours: number) => {
    if (hours === 0) return o('neverIdle');
    return hours % 24 === 0 ? o('limitDays', { count: hours / 24 }) : o('limitHours', { count: hours });
  };
  return (
    <ChoiceSetting<number>
      label={o(props.name)}
      isDisabled={role() > roles.owner}
      value={present}
      save={setting.save}
      options={values().map((value) => ({ value, label: label(value) }))}
    />
  );
}
