/** German texts of errors about channels and subscriptions. The keys are the English texts. */
export const channels = {
  "Channel '{name}' does not exist": 'Den Kanal „{name}“ gibt es nicht',
  "Channel with ID '{channelId}' does not exist": 'Den Kanal mit der ID „{channelId}“ gibt es nicht',
  "Channel '{name}' already exists": 'Den Kanal „{name}“ gibt es schon',
  'Expected exactly one channel': 'Genau ein Kanal wird erwartet',
  'Invalid channel ID': 'Ungültige Kanal-ID',
  'Missing channel ID': 'Die Kanal-ID fehlt',
  "Invalid channel name '{name}'": 'Ungültiger Kanalname „{name}“',
  'Invalid character in channel name, at position {position}.':
    'Ungültiges Zeichen im Kanalnamen an Stelle {position}.',
  'Channel name must not be empty': 'Der Kanalname darf nicht leer sein',
  "Channel name can't be empty.": 'Der Kanalname darf nicht leer sein.',
  'Channel name too long (limit: {limit} characters).':
    'Der Kanalname ist zu lang (höchstens {limit} Zeichen).',
  'Channel name already in use.': 'Der Kanalname wird schon verwendet.',
  'Channel already has that name.': 'Der Kanal heißt schon so.',
  'The description has a null byte.': 'Die Beschreibung enthält ein Nullbyte.',
  'A channel cannot be both in "add" and in "delete".':
    'Ein Kanal kann nicht zugleich in „add“ und in „delete“ stehen.',
  'A default channel cannot be archived.': 'Ein Standardkanal kann nicht archiviert werden.',
  'A default channel cannot be private.': 'Ein Standardkanal kann nicht privat sein.',
  'Private channels cannot be made default.': 'Private Kanäle können nicht Standardkanäle werden.',
  'A moderation request channel cannot be public.': 'Der Kanal für Meldungen kann nicht öffentlich sein.',
  'Web-public channels are not enabled.': 'Im Web öffentliche Kanäle sind nicht eingeschaltet.',
  "Bad value for 'message_retention_days'": 'Ungültiger Wert für „message_retention_days“',
  'Bad value for message_retention_days: a number of days, realm_default or unlimited':
    'Ungültiger Wert für message_retention_days: eine Anzahl von Tagen, realm_default oder unlimited',
  'Channel content access is required.': 'Dazu musst du den Inhalt des Kanals lesen dürfen.',
  'Channel folder name already in use': 'Der Name des Kanalordners wird schon verwendet',
  "Channel folder name can't be empty.": 'Der Name des Kanalordners darf nicht leer sein.',
  'Channel folder name too long (limit: {limit} characters).':
    'Der Name des Kanalordners ist zu lang (höchstens {limit} Zeichen).',
  'Invalid channel folder ID': 'Ungültige ID des Kanalordners',
  'Invalid character in channel folder name.': 'Ungültiges Zeichen im Namen des Kanalordners.',
  'You need to remove all the channels from this folder to archive it.':
    'Um diesen Ordner zu archivieren, musst du zuerst alle Kanäle aus ihm entfernen.',
  'Invalid order mapping.': 'Ungültige Reihenfolge.',
  'Invalid sender ID': 'Ungültige Absender-ID',
  'Invalid stream_post_policy': '„stream_post_policy“ ist ungültig',
  'Invalid topics_policy': '„topics_policy“ ist ungültig',
  'Invalid visibility_policy': '„visibility_policy“ ist ungültig',
  'Invalid user: {user}': 'Ungültiger Benutzer: {user}',
  'User is deactivated: {user}': 'Der Benutzer ist deaktiviert: {user}',
  'Not subscribed to channel ID {channelId}': 'Der Kanal mit der ID {channelId} ist nicht abonniert',
  'Nothing to do. Specify at least one of "add" or "delete".':
    'Es gibt nichts zu tun. Gib „add“ oder „delete“ an.',
  'The system group {rule} is not there.': 'Die Systemgruppe {rule} fehlt.',
  'To enable this configuration, all messages in this channel must be in the {topic} topic.':
    'Dafür müssen alle Nachrichten dieses Kanals im Thema {topic} stehen.',
  'Too many channels at once.': 'Zu viele Kanäle auf einmal.',
  'Too many new channels at once (limit: {limit}).': 'Zu viele neue Kanäle auf einmal (höchstens {limit}).',
  'Too many settings at once.': 'Zu viele Einstellungen auf einmal.',
  'Too many subscriptions at once (limit: {limit}).': 'Zu viele Abonnements auf einmal (höchstens {limit}).',
  'Unable to access channel ({name}).': 'Auf den Kanal ({name}) kann nicht zugegriffen werden.',
  'Unknown subscription property: {property}': 'Unbekannte Eigenschaft des Abonnements: {property}',
  'User not authorized for this query': 'Dazu fehlt die Berechtigung',
  'You do not have permission to administer this channel.': 'Du darfst diesen Kanal nicht verwalten.',
  'You do not have permission to post in this channel.': 'Du darfst in diesem Kanal nicht schreiben.',
  'You do not have permission to create new topics in this channel.':
    'Du darfst in diesem Kanal keine neuen Themen beginnen.',
  'You do not have permission to subscribe other users to channels.':
    'Du darfst andere nicht in Kanäle aufnehmen.',
  'can_create_topic_group must be everyone for private channels with protected history.':
    'can_create_topic_group muss in privaten Kanälen mit geschütztem Verlauf „alle“ sein.',
  'color is not a valid hex color code': 'color ist keine gültige hexadezimale Farbe',
} as const satisfies Readonly<Record<string, string>>;
