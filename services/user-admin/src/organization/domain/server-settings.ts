import type { Organization } from '../../kernel/domain/organization.ts';
import { iconUrl } from './realm-fields.ts';

/** Returns the organization's fields of GET /server_settings. @param descriptionHtml the rendered description */
export function serverSettingsFields(
  organization: Organization,
  descriptionHtml: string,
): Record<string, unknown> {
  const { settings, publicUrl, host, isDevelopment } = organization;
  const hasPasswords = settings.authentication_methods.Email;
  return {
    authentication_methods: {
      password: hasPasswords,
      dev: isDevelopment,
      email: hasPasswords,
      ldap: false,
      remoteuser: false,
      github: false,
      azuread: false,
      gitlab: false,
      apple: false,
      google: false,
      saml: false,
      'openid connect': false,
    },
    external_authentication_methods: [],
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: hasPasswords,
    require_email_format_usernames: true,
    realm_uri: publicUrl,
    realm_url: publicUrl,
    realm_name: settings.name,
    realm_icon: iconUrl(settings, host),
    realm_description: descriptionHtml,
    realm_web_public_access_enabled: settings.enable_spectator_access,
  };
}
