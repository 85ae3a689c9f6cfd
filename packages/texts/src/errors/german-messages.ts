/** German texts of errors about messages and narrows (message filters). The keys are the English texts. */
export const messages = {
  "'{email}' is no longer using this organization.": '„{email}“ gehört nicht mehr zu dieser Organisation.',
  'A send needs a key.': 'Zum Senden ist ein Schlüssel nötig.',
  'The send key belongs to another message.': 'Der Schlüssel gehört zu einer anderen Nachricht.',
  'An explanation is required for this type of report.': 'Diese Art der Meldung braucht eine Erklärung.',
  'Cannot change message content while changing channel':
    'Der Text einer Nachricht kann nicht zugleich mit ihrem Kanal geändert werden',
  'Content cannot be empty.': 'Der Inhalt darf nicht leer sein.',
  'Title cannot be empty.': 'Der Titel darf nicht leer sein.',
  'Direct messages are disabled in this organization.':
    'Direktnachrichten sind in dieser Organisation ausgeschaltet.',
  'Direct messages cannot be moved to channels.':
    'Direktnachrichten können nicht in Kanäle verschoben werden.',
  'Direct messages cannot have topics.': 'Direktnachrichten haben kein Thema.',
  'Draft does not exist': 'Den Entwurf gibt es nicht',
  'Reminder does not exist': 'Die Erinnerung gibt es nicht',
  'Saved snippet does not exist.': 'Den Textbaustein gibt es nicht.',
  'Scheduled message does not exist': 'Die geplante Nachricht gibt es nicht',
  "Empty 'to' list": 'Die Liste „to“ ist leer',
  "Flag not editable: '{name}'": 'Diese Markierung kann nicht geändert werden: „{name}“',
  "Invalid flag: '{name}'": 'Ungültige Markierung: „{name}“',
  'Invalid anchor': 'Ungültiger Anker',
  'Invalid anchor_date': '„anchor_date“ ist ungültig',
  'Invalid draft type': 'Ungültige Art des Entwurfs',
  "Invalid email '{email}'": 'Ungültige E-Mail-Adresse „{email}“',
  'Invalid emoji code': 'Ungültiger Code des Emojis',
  'Invalid emoji name': 'Ungültiger Name des Emojis',
  'Invalid emoji name.': 'Ungültiger Name des Emojis.',
  'Invalid emoji type.': 'Ungültige Art des Emojis.',
  "Emoji '{name}' does not exist": 'Das Emoji „{name}“ gibt es nicht',
  'Invalid json for submessage': 'Ungültiges JSON des Nachrichtenteils',
  'Invalid message ID': 'Ungültige Nachrichten-ID',
  'Invalid message(s)': 'Ungültige Nachricht(en)',
  'Invalid msg_type': '„msg_type“ ist ungültig',
  'Invalid propagate_mode': '„propagate_mode“ ist ungültig',
  'Invalid propagate_mode without topic edit':
    '„propagate_mode“ ist nur zusammen mit einem neuen Thema erlaubt',
  'Invalid report_type': '„report_type“ ist ungültig',
  'Invalid timestamp': 'Ungültiger Zeitpunkt',
  'Invalid user ID {userId}': 'Ungültige Benutzer-ID {userId}',
  'Invalid character in topic, at position {position}!': 'Ungültiges Zeichen im Thema an Stelle {position}!',
  'Topic must not contain null bytes': 'Das Thema darf keine Nullbytes enthalten',
  'Missing topic': 'Das Thema fehlt',
  'Maximum reminder note length: {limit} characters':
    'Die Notiz einer Erinnerung hat höchstens {limit} Zeichen',
  'Note must not contain null bytes': 'Die Notiz darf keine Nullbytes enthalten',
  'Message edit history is disabled in this organization':
    'Der Bearbeitungsverlauf ist in dieser Organisation ausgeschaltet',
  'Message must be valid Unicode text': 'Die Nachricht muss gültiges Unicode sein',
  'Message must have recipients': 'Die Nachricht braucht Empfänger',
  'Message must not be empty': 'Die Nachricht darf nicht leer sein',
  'Message must not contain null bytes': 'Die Nachricht darf keine Nullbytes enthalten',
  'Moderation request channel must be specified to enable message reporting.':
    'Um Nachrichten melden zu können, muss ein Kanal für Meldungen festgelegt sein.',
  'Must specify exactly 1 channel ID for channel messages':
    'Nachrichten an Kanäle brauchen genau eine Kanal-ID',
  "No such topic '{topic}'": 'Das Thema „{topic}“ gibt es nicht',
  "Not authorized to send to channel '{name}'": 'Du darfst nicht in den Kanal „{name}“ schreiben',
  'Only the sender of the message can change this.': 'Nur der Absender der Nachricht kann das ändern.',
  'Only the {topic} topic is allowed in this channel.': 'In diesem Kanal ist nur das Thema {topic} erlaubt.',
  'Reaction already exists.': 'Diese Reaktion gibt es schon.',
  "Reaction doesn't exist.": 'Diese Reaktion gibt es nicht.',
  'Read receipts are disabled in this organization.':
    'Lesebestätigungen sind in dieser Organisation ausgeschaltet.',
  'Recipient required when updating type of scheduled message.':
    'Wer die Art einer geplanten Nachricht ändert, muss einen Empfänger angeben.',
  'Topic required when updating scheduled message type to channel.':
    'Wer eine geplante Nachricht an einen Kanal richtet, muss ein Thema angeben.',
  'Scheduled delivery time is too far in the future.': 'Die geplante Zeit liegt zu weit in der Zukunft.',
  'Scheduled delivery time must be in the future.': 'Die geplante Zeit muss in der Zukunft liegen.',
  'The scheduled message was changed meanwhile. Please try again.':
    'Die geplante Nachricht wurde inzwischen geändert. Bitte versuche es noch einmal.',
  'The time limit for deleting this message has passed':
    'Die Frist zum Löschen dieser Nachricht ist abgelaufen',
  'The time limit for editing this message has past':
    'Die Frist zum Bearbeiten dieser Nachricht ist abgelaufen',
  "The time limit for editing this message's channel has passed.":
    'Die Frist, um den Kanal dieser Nachricht zu ändern, ist abgelaufen.',
  "The time limit for editing this message's topic has passed.":
    'Die Frist, um das Thema dieser Nachricht zu ändern, ist abgelaufen.',
  'The topic {topic} cannot be marked as resolved.':
    'Das Thema {topic} kann nicht als gelöst markiert werden.',
  'These messages are too large to be fetched together. Please ask for fewer.':
    'Diese Nachrichten sind zusammen zu groß. Bitte frage nach weniger.',
  'This message takes no more parts.': 'Diese Nachricht nimmt keine weiteren Teile auf.',
  'Too many messages (maximum {limit}).': 'Zu viele Nachrichten (höchstens {limit}).',
  'Too many messages requested (maximum {limit}).':
    'Es wurde nach zu vielen Nachrichten gefragt (höchstens {limit}).',
  'Only the data of people can be exported.': 'Nur die Daten von Menschen können exportiert werden.',
  'This person has been erased and cannot be reactivated.':
    'Dieser Mensch wurde gelöscht und kann nicht wieder aktiviert werden.',
  'Too many messages.': 'Zu viele Nachrichten.',
  'Too many people.': 'Zu viele Personen.',
  'Too many recipients (maximum {limit})': 'Zu viele Empfänger (höchstens {limit})',
  'Topics are required in this organization.': 'In dieser Organisation brauchen Nachrichten ein Thema.',
  'User has disabled synchronizing drafts.': 'Der Abgleich von Entwürfen ist ausgeschaltet.',
  'User has disabled typing notifications for channel messages.':
    'Tippanzeigen in Kanälen sind ausgeschaltet.',
  'User has disabled typing notifications for direct messages.':
    'Tippanzeigen in Direktnachrichten sind ausgeschaltet.',
  'Widgets cannot be edited.': 'Widgets können nicht bearbeitet werden.',
  "You are not allowed to mention user group '{name}'.": 'Du darfst die Gruppe „{name}“ nicht erwähnen.',
  'You cannot attach a submessage to this message.': 'An diese Nachricht kannst du keinen Teil anhängen.',
  'You do not have permission to initiate direct message conversations.':
    'Du darfst keine Gespräche mit Direktnachrichten beginnen.',
  'You do not have permission to use channel wildcard mentions in this channel.':
    'Du darfst in diesem Kanal nicht alle auf einmal erwähnen.',
  'You do not have permission to use topic wildcard mentions in this topic.':
    'Du darfst in diesem Thema nicht alle auf einmal erwähnen.',
  "You don't have permission to delete this message": 'Du darfst diese Nachricht nicht löschen',
  "You don't have permission to edit this message": 'Du darfst diese Nachricht nicht bearbeiten',
  "You don't have permission to move this message": 'Du darfst diese Nachricht nicht verschieben',
  "You don't have permission to resolve topics.": 'Du darfst Themen nicht als gelöst markieren.',
  'You have too many drafts (maximum {limit}).': 'Du hast zu viele Entwürfe (höchstens {limit}).',
  'You have too many reminders (maximum {limit}).': 'Du hast zu viele Erinnerungen (höchstens {limit}).',
  'You have too many saved snippets (maximum {limit}).':
    'Du hast zu viele Textbausteine (höchstens {limit}).',
  'You have too many scheduled messages (maximum {limit}).':
    'Du hast zu viele geplante Nachrichten (höchstens {limit}).',
  'You only have permission to move the {movable}/{total} most recent messages in this topic.':
    'Du darfst nur die neuesten {movable} von {total} Nachrichten dieses Themas verschieben.',
  'Your organization has turned off message editing':
    'Deine Organisation hat das Bearbeiten von Nachrichten ausgeschaltet',
  'description must not contain null bytes': 'description darf keine Nullbytes enthalten',
  "'{name}' cannot be negated": '„{name}“ kann nicht verneint werden',
  "The sort 'relevance' needs the anchor 'newest' and no messages after it":
    "Die Sortierung 'relevance' braucht den Anker 'newest' und keine Nachrichten danach",
  'an operand is missing': 'ein Operand fehlt',
  'more than {limit} terms': 'mehr als {limit} Bedingungen',
  'search is too long': 'die Suche ist zu lang',
  'search must be a text': 'die Suche muss ein Text sein',
  'topic must be a text': 'das Thema muss ein Text sein',
  'unknown day {operand}': 'unbekannter Tag {operand}',
  "unknown 'filetype' operand {operand}": 'unbekannter Operand von „filetype“: {operand}',
  "unknown 'has' operand {operand}": 'unbekannter Operand von „has“: {operand}',
  "unknown 'is' operand {operand}": 'unbekannter Operand von „is“: {operand}',
  'unknown channel': 'unbekannter Kanal',
  'unknown channel {operand}': 'unbekannter Kanal {operand}',
  'unknown channels operand {operand}': 'unbekannter Operand von „channels“: {operand}',
  'unknown operator {name}': 'unbekannter Operator {name}',
  'unknown user in {operand}': 'unbekannter Benutzer in {operand}',
  'unknown user {operand}': 'unbekannter Benutzer {operand}',
  'unknown user {user}': 'unbekannter Benutzer {user}',
} as const satisfies Readonly<Record<string, string>>;
