/**
 * German texts of errors about the organization, its user groups, emoji, linkifiers and profile fields. The keys are the
 * English texts.
 */
export const organization = {
  'There is no such import.': 'Diesen Import gibt es nicht.',
  'Another import is under way.': 'Ein anderer Import läuft gerade.',
  'There is no such archive on the server.': 'Dieses Archiv gibt es auf dem Server nicht.',
  'A reverse template needs an example input.': 'Eine umgekehrte Vorlage braucht einen Beispieltext.',
  'Field type not supported for user matching.':
    'Nach Feldern dieser Art können Personen nicht gefunden werden.',
  'This server allows no export of private data without consent.':
    'Dieser Server erlaubt keinen Export privater Daten ohne Zustimmung.',
  'The organization was already created. Log in.': 'Die Organisation gibt es schon. Melde dich an.',
  'The setup secret is wrong. The log of the server contains the right one.':
    'Das Geheimnis für die Einrichtung ist falsch. Das richtige steht im Log des Servers.',
  'Organization name must have 1 to 40 characters.': 'Der Name der Organisation muss 1 bis 40 Zeichen haben.',
  "'{name}' must be a system user group.": '„{name}“ muss eine Systemgruppe sein.',
  "'{name}' setting cannot be set to '{rule}' group.":
    '„{name}“ kann nicht auf die Gruppe „{rule}“ gesetzt werden.',
  'Permissions can name at most {limit} people; use a group.':
    'Berechtigungen können höchstens {limit} Personen nennen; verwende eine Gruppe.',
  'At least one authentication method must be enabled.':
    'Mindestens eine Art der Anmeldung muss eingeschaltet sein.',
  "There is no sign-in method '{name}'.": 'Es gibt keine Art der Anmeldung „{name}“.',
  'No owner could sign in any more. Please sign in once with a method that stays on, and try again.':
    'Kein Inhaber könnte sich mehr anmelden. Melde dich einmal auf eine Art an, die eingeschaltet bleibt, und versuche es noch einmal.',
  'Invalid user group': 'Ungültige Gruppe',
  'A user group has at most {limit} subgroups.': 'Eine Gruppe hat höchstens {limit} Untergruppen.',
  'Cannot deactivate user group in use.': 'Eine Gruppe, die verwendet wird, kann nicht deaktiviert werden.',
  'Invalid character in user group name.': 'Ungültiges Zeichen im Namen der Gruppe.',
  'Nobody can be added and removed at once.': 'Niemand kann zugleich hinzugefügt und entfernt werden.',
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".':
    'Es gibt nichts zu tun. Gib „add“, „delete“, „add_subgroups“ oder „delete_subgroups“ an.',
  "There is no member '{userId}' in this user group": 'Diese Gruppe hat kein Mitglied „{userId}“',
  'Too many members.': 'Zu viele Mitglieder.',
  "User group '{name}' already exists.": 'Die Gruppe „{name}“ gibt es schon.',
  'User group is already deactivated.': 'Die Gruppe ist schon deaktiviert.',
  'User group is deactivated.': 'Die Gruppe ist deaktiviert.',
  "User group name can't be empty!": 'Der Name der Gruppe darf nicht leer sein!',
  'User group name cannot exceed {limit} characters.': 'Der Name der Gruppe hat höchstens {limit} Zeichen.',
  "User group name cannot start with '{prefix}'.": 'Der Name der Gruppe darf nicht mit „{prefix}“ beginnen.',
  'User group {groupId} holds this group: a group cannot be in itself.':
    'Die Gruppe {groupId} enthält diese Gruppe: Eine Gruppe kann nicht in sich selbst sein.',
  'User group {groupId} is already a subgroup of this group.':
    'Die Gruppe {groupId} ist schon eine Untergruppe dieser Gruppe.',
  'User group {groupId} is not a subgroup of this group.':
    'Die Gruppe {groupId} ist keine Untergruppe dieser Gruppe.',
  'User {userId} is already a member of this group': 'Der Benutzer {userId} ist schon Mitglied dieser Gruppe',
  'A custom emoji with this name already exists.': 'Ein eigenes Emoji mit diesem Namen gibt es schon.',
  'At most {limit} custom emoji are possible.': 'Höchstens {limit} eigene Emojis sind möglich.',
  'Emoji name is missing': 'Der Name des Emojis fehlt',
  'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.':
    'Namen von Emojis bestehen aus kleinen lateinischen Buchstaben, Ziffern, Leerzeichen, Bindestrichen, Unterstrichen und Punkten.',
  'Emoji names must end with either a letter or digit.':
    'Namen von Emojis enden mit einem Buchstaben oder einer Ziffer.',
  'Must be an organization administrator or emoji author':
    'Nur für Administratoren und die Person, die das Emoji angelegt hat',
  'Only administrators can override default emoji.': 'Nur Administratoren können eingebaute Emojis ersetzen.',
  'A field with that label already exists.': 'Ein Feld mit diesem Namen gibt es schon.',
  'At most {limit} custom profile fields are possible.':
    'Höchstens {limit} eigene Profilfelder sind möglich.',
  'Custom external account must define URL pattern': 'Ein eigenes externes Konto braucht ein URL-Muster',
  'Field has too many choices.': 'Das Feld hat zu viele Möglichkeiten.',
  'Field id not found.': 'Das Feld gibt es nicht.',
  'Field must have at least one choice.': 'Das Feld muss mindestens eine Möglichkeit haben.',
  'Field must not have duplicate choices.': 'Das Feld darf keine Möglichkeit doppelt haben.',
  'Field type not supported for display in profile summary.':
    'Felder dieser Art können nicht in der Kurzfassung des Profils stehen.',
  'Invalid external account type': 'Ungültige Art des externen Kontos',
  'Invalid field type.': 'Ungültige Art des Feldes.',
  'Label cannot be blank.': 'Der Name darf nicht leer sein.',
  'Only 2 custom profile fields can be displayed in the profile summary.':
    'In der Kurzfassung des Profils können nur 2 eigene Felder stehen.',
  "URL pattern must contain '%(username)s'.": 'Das URL-Muster muss „%(username)s“ enthalten.',
  'field_data is not a list of options': 'field_data ist keine Liste von Möglichkeiten',
  'field_data is not an external account': 'field_data ist kein externes Konto',
  'field_data is not valid JSON': 'field_data ist kein gültiges JSON',
  'A linkifier with this pattern already exists.': 'Ein Linkmuster mit diesem Ausdruck gibt es schon.',
  'At most {limit} alternative URL templates are possible.':
    'Höchstens {limit} andere URL-Vorlagen sind möglich.',
  'At most {limit} linkifiers are possible.': 'Höchstens {limit} Linkmuster sind möglich.',
  'Bad regular expression: {reason}': 'Fehlerhafter regulärer Ausdruck: {reason}',
  'Example input does not match the linkifier pattern.':
    'Die Beispieleingabe passt nicht auf das Linkmuster.',
  "Group '{name}' in URL template is not present in linkifier pattern.":
    'Die Gruppe „{name}“ der URL-Vorlage fehlt im Linkmuster.',
  "Group '{name}' in linkifier pattern is not present in URL template.":
    'Die Gruppe „{name}“ des Linkmusters fehlt in der URL-Vorlage.',
  "Group '{name}' in linkifier pattern is not present in reverse template.":
    'Die Gruppe „{name}“ des Linkmusters fehlt in der Rückvorlage.',
  "Group '{name}' in reverse template is not present in linkifier pattern.":
    'Die Gruppe „{name}“ der Rückvorlage fehlt im Linkmuster.',
  'A URL template must begin with http:// or https:// and a host, without variables before the path.':
    'Eine URL-Vorlage muss mit http:// oder https:// und einem Host beginnen, ohne Variablen vor dem Pfad.',
  'Invalid URL template.': 'Ungültige URL-Vorlage.',
  'Invalid reverse template.': 'Ungültige Rückvorlage.',
  'Linkifier not found.': 'Das Linkmuster wurde nicht gefunden.',
  'Linkifiers can have at most {limit} characters in each part.':
    'Jeder Teil eines Linkmusters hat höchstens {limit} Zeichen.',
  'Invalid ordered linkifier list': 'Die Reihenfolge der Linkmuster ist ungültig',
  'Reverse template does not lead back to the example input.':
    'Die Rückvorlage ergibt nicht die Beispieleingabe.',
  'The regular expression is too large': 'Der reguläre Ausdruck ist zu groß',
  'The regular expression matches the empty text': 'Der reguläre Ausdruck passt auf den leeren Text',
  '"code" should be the only variable present in the URL template':
    '„code“ darf die einzige Variable der URL-Vorlage sein',
  'Missing the required variable "code" in the URL template': 'In der URL-Vorlage fehlt die Variable „code“',
  'A playground with this language and name already exists.':
    'Eine Spielwiese mit dieser Sprache und diesem Namen gibt es schon.',
  'At most {limit} playgrounds are possible.': 'Höchstens {limit} Spielwiesen sind möglich.',
  'Invalid characters in pygments language': 'Der Name der Sprache enthält ungültige Zeichen',
  'Invalid playground': 'Ungültige Spielwiese',
  'name is too long (limit: 60 characters)': 'name ist zu lang (höchstens 60 Zeichen)',
  'url_pattern is not a URL': 'url_pattern ist keine URL',
  'url_template is too long (limit: 1000 characters)': 'url_template ist zu lang (höchstens 1000 Zeichen)',
  'At most {limit} domains are possible.': 'Höchstens {limit} Domains sind möglich.',
  'Invalid domain: {domain}': 'Ungültige Domain: {domain}',
  'No entry found for domain {domain}.': 'Zur Domain {domain} gibt es keinen Eintrag.',
  'The domain {domain} is already a part of your organization.':
    'Die Domain {domain} gehört schon zu deiner Organisation.',
  'Please request a manual export from the operators of this server.':
    'Bitte wende dich für einen Export an die Betreiber dieses Servers.',
  'Exceeded rate limit.': 'Höchstens fünf Exporte in sieben Tagen sind möglich.',
  'The organization has no active owner.': 'Die Organisation hat keine aktive Eigentümerin und keinen aktiven Eigentümer.',
  'At least one owner of the organization must consent to the export.':
    'Mindestens ein Eigentümer der Organisation muss dem Export zustimmen.',
  'Invalid data export ID': 'Diesen Export gibt es nicht',
  'Export already deleted': 'Der Export ist schon gelöscht',
  'Export failed, nothing to delete': 'Der Export ist gescheitert, es gibt nichts zu löschen',
  'Export still in progress': 'Der Export wird noch gemacht',
  'There is no welcome bot.': 'Es gibt keinen Begrüßungsbot.',
} as const satisfies Readonly<Record<string, string>>;
