/** Settings of privacy, and mails that people may refuse (docs/api/users-and-groups.md#settings-of-others). */
const protectedSettings: ReadonlySet<string> = new Set([
  'allow_private_data_export',
  'email_address_visibility',
  'enable_digest_emails',
  'digest_frequency',
  'enable_login_emails',
  'enable_marketing_emails',
  'presence_enabled',
  'send_private_typing_notifications',
  'send_read_receipts',
  'send_stream_typing_notifications',
]);

export const firstProtected = (names: readonly string[]): string | undefined =>
  names.find((name) => protectedSettings.has(name));
