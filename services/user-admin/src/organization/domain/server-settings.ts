import type { Organization } from '../../kernel/domain/organization.ts';
import { acceptsPasswords, asksLdap } from '../../kernel/domain/sign-in-methods.ts';
import { iconUrl } from './realm-fields.ts';

export function serverSettingsFields(
  organization: Organization,
  descriptionHtml: string,
): Record<string, unknown> {
  const { settings, publicUrl, host, isDevelopment, signInMethods, reachesPhones } = organization;
  const hasEmail = acceptsPasswords(settings);
  const ldap = asksLdap(settings);
  const providers = signInMethods.providers.filter(
    ({ kind, id }) => settings.authentication_methods[`${kind}:${id}`] === true,
  );
  const hasProvider = (kind: string) => providers.some((provider) => provider.kind === kind);
  return {
    authentication_methods: {
      password: hasEmail || ldap,
      dev: isDevelopment,
      email: hasEmail,
      ldap,
      remoteuser: hasProvider('proxy'),
      github: false,
      azuread: false,
      gitlab: false,
      apple: false,
      google: false,
      saml: hasProvider('saml'),
      'openid connect': hasProvider('oidc'),
    },
    external_authentication_methods: providers.map(({ kind, id, name }) => ({
      name: `${kind}:${id}`,
      display_name: name,
      display_icon: null,
      login_url: `/accounts/login/social/${kind}/${id}`,
      signup_url: `/accounts/register/social/${kind}/${id}`,
    })),
    push_notifications_enabled: reachesPhones,
    is_incompatible: false,
    email_auth_enabled: hasEmail,
    require_email_format_usernames: true,
    realm_uri: publicUrl,
    realm_url: publicUrl,
    realm_name: settings.name,
    realm_icon: iconUrl(settings, host),
    realm_description: descriptionHtml,
    realm_web_public_access_enabled: settings.enable_spectator_access,
  };
}
