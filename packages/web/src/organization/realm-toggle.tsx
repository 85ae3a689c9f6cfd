import { ToggleSetting } from '../forms/setting.tsx';
import { roles, useRole } from '../model/self.ts';
import { realmSetting } from './realm-setting.ts';
import { o } from './texts.ts';
import type { OrganizationText } from './texts-en.ts';

/** Names of the organization's settings with an on/off value. */
export type RealmToggleName = Extract<
  OrganizationText,
  | 'allow_message_editing'
  | 'avatar_changes_disabled'
  | 'name_changes_disabled'
  | 'email_changes_disabled'
  | 'require_unique_names'
  | 'second_factor_after_provider'
  | 'invite_required'
  | 'emails_restricted_to_domains'
  | 'disallow_disposable_email_addresses'
  | 'enable_read_receipts'
  | 'presence_disabled'
  | 'enable_spectator_access'
  | 'inline_image_preview'
  | 'inline_url_embed_preview'
  | 'remove_image_positions'
  | 'allow_replies_from_other_addresses'
  | 'message_content_allowed_in_email_notifications'
  | 'send_channel_events_messages'
  | 'send_welcome_emails'
  | 'digest_emails_enabled'
  | 'require_e2ee_push_notifications'
  | 'enable_guest_user_indicator'
  | 'enable_guest_user_dm_warning'
>;

/** Renders an on/off setting of the organization. People who are not administrators can only see its value. */
export function RealmToggle(props: {
  name: RealmToggleName;
  help?: OrganizationText;
  isOwnersOnly?: boolean;
}) {
  const setting = realmSetting(props.name);
  const role = useRole();
  return (
    <ToggleSetting
      label={o(props.name)}
      help={props.help && o(props.help)}
      isDisabled={role() > (props.isOwnersOnly ? roles.owner : roles.administrator)}
      value={() => setting.value() === true}
      save={(value) => setting.save(value)}
    />
  );
}
