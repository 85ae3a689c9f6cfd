/** German texts of errors about accounts, bots and invitations, by the English text. */
export const people = {
  'No such user': 'Diesen Benutzer gibt es nicht',
  'Invalid user ID: {userId}': 'Ungültige Benutzer-ID: {userId}',
  'This organization has been deactivated': 'Diese Organisation wurde deaktiviert',
  'Your username or password is incorrect': 'Der Benutzername oder das Passwort ist falsch',
  'Password authentication is disabled in this organization':
    'Die Anmeldung mit Passwort ist in dieser Organisation ausgeschaltet',
  'A navigation view with this name already exists.': 'Eine Ansicht mit diesem Namen gibt es schon.',
  'Navigation view already exists.': 'Diese Ansicht gibt es schon.',
  'Navigation view does not exist.': 'Diese Ansicht gibt es nicht.',
  'Built-in views cannot have a custom name': 'Eingebaute Ansichten haben keinen eigenen Namen',
  'Custom views must have a valid name': 'Eigene Ansichten brauchen einen gültigen Namen',
  'fragment cannot be blank': 'fragment darf nicht leer sein',
  'name cannot be blank': 'name darf nicht leer sein',
  'At most {limit} addresses can be invited at once.':
    'Höchstens {limit} Adressen können auf einmal eingeladen werden.',
  'At most {limit} alert words are possible.': 'Höchstens {limit} Signalwörter sind möglich.',
  'At most {limit} keys can be stored.': 'Höchstens {limit} Schlüssel können gespeichert werden.',
  'At most {limit} navigation views are possible.': 'Höchstens {limit} Ansichten sind möglich.',
  'At most {limit} people can be looked up at once.':
    'Höchstens {limit} Personen können auf einmal nachgeschlagen werden.',
  'At most {limit} people can be muted.': 'Höchstens {limit} Personen können stummgeschaltet werden.',
  'Avatar changes are disabled in this organization.':
    'In dieser Organisation können Bilder nicht geändert werden.',
  'Name changes are disabled in this organization.':
    'In dieser Organisation können Namen nicht geändert werden.',
  'Email address changes are disabled in this organization.':
    'In dieser Organisation können E-Mail-Adressen nicht geändert werden.',
  'Bad name or username': 'Ungültiger Name oder Benutzername',
  'No such bot': 'Diesen Bot gibt es nicht',
  'No such bot owner.': 'Diesen Eigentümer des Bots gibt es nicht.',
  'Bots have no passwords.': 'Bots haben keine Passwörter.',
  'Bots have no profile fields.': 'Bots haben keine Profilfelder.',
  'Bots keep their address.': 'Bots behalten ihre Adresse.',
  'Embedded bots are not supported by this server.':
    'Eingebettete Bots werden von diesem Server nicht unterstützt.',
  'Outgoing webhook bots are not supported by this server.':
    'Bots für ausgehende Webhooks werden von diesem Server nicht unterstützt.',
  'You cannot have more than {limit} bots, deactivated ones included.':
    'Du kannst höchstens {limit} Bots haben, deaktivierte eingeschlossen.',
  'The owner of the bot is deactivated.': 'Der Eigentümer des Bots ist deaktiviert.',
  "Failed to change owner, bots can't own other bots":
    'Der Eigentümer wurde nicht geändert: Bots können keine Bots besitzen',
  'Failed to change owner, no such user':
    'Der Eigentümer wurde nicht geändert: Diesen Benutzer gibt es nicht',
  'Failed to change owner, user is deactivated':
    'Der Eigentümer wurde nicht geändert: Der Benutzer ist deaktiviert',
  'Cannot deactivate the only organization owner':
    'Der einzige Eigentümer der Organisation kann nicht deaktiviert werden',
  'Cannot deactivate the only user': 'Der einzige Benutzer kann nicht deaktiviert werden',
  'The owner permission cannot be removed from the only organization owner.':
    'Dem einzigen Eigentümer der Organisation kann diese Rolle nicht genommen werden.',
  'Guests cannot be organization administrators': 'Gäste können nicht Administratoren der Organisation sein',
  'The account is deactivated.': 'Das Konto ist deaktiviert.',
  'User is already active': 'Der Benutzer ist schon aktiv',
  'Cannot mute self': 'Du kannst dich nicht selbst stummschalten',
  'User already muted': 'Der Benutzer ist schon stummgeschaltet',
  'User is not muted': 'Der Benutzer ist nicht stummgeschaltet',
  'Client did not pass any new values.': 'Es wurden keine neuen Werte angegeben.',
  'Client must pass emoji_name if they pass either emoji_code or reaction_type.':
    'Zu emoji_code oder reaction_type gehört emoji_name.',
  'Email is already in use.': 'Die E-Mail-Adresse wird schon verwendet.',
  'Enter a valid email address.': 'Gib eine gültige E-Mail-Adresse ein.',
  'This email address is reserved.': 'Diese E-Mail-Adresse ist vergeben.',
  'Outside your domain.': 'Die Adresse gehört nicht zu einer erlaubten Domain.',
  'Email addresses containing + are not allowed.': 'E-Mail-Adressen mit + sind nicht erlaubt.',
  'Please use your real email address.': 'Bitte verwende deine wirkliche E-Mail-Adresse.',
  'Invalid address.': 'Ungültige Adresse.',
  'Already has an account.': 'Hat schon ein Konto.',
  'Account has been deactivated.': 'Das Konto wurde deaktiviert.',
  'Field id {fieldId} not found.': 'Das Feld mit der ID {fieldId} gibt es nicht.',
  'You are not allowed to change this field. Contact an administrator to update it.':
    'Du darfst dieses Feld nicht ändern. Wende dich dazu an einen Administrator.',
  'Invalid avatar': 'Ungültiges Bild',
  'Invalid bot type': 'Ungültige Art von Bot',
  'Invalid channel ID {channelId}. No invites were sent.':
    'Ungültige Kanal-ID {channelId}. Es wurden keine Einladungen gesendet.',
  'Invalid user group ID: {groupId}': 'Ungültige Gruppen-ID: {groupId}',
  'Invalid characters in name!': 'Der Name enthält ungültige Zeichen!',
  'Name too long!': 'Der Name ist zu lang!',
  'Name too short!': 'Der Name ist zu kurz!',
  'Unique names required in this organization.': 'In dieser Organisation muss jeder Name einmalig sein.',
  'Invalid custom emoji.': 'Ungültiges eigenes Emoji.',
  'Invalid default_language': '„default_language“ ist ungültig',
  'Invalid format!': 'Ungültiges Format!',
  'Invalid invite_as': '„invite_as“ ist ungültig',
  'Invalid role': 'Ungültige Rolle',
  'Invalid role.': 'Ungültige Rolle.',
  'Invalid timezone': 'Ungültige Zeitzone',
  'Invitation has already been revoked': 'Die Einladung wurde schon zurückgezogen',
  'No such invitation': 'Diese Einladung gibt es nicht',
  'invite_expires_in_minutes must be between 1 and {limit}':
    'invite_expires_in_minutes muss zwischen 1 und {limit} liegen',
  'There is a limit on the number of invitations that can be sent in one day. Please try again later.':
    'Die Zahl der Einladungen je Tag ist begrenzt. Bitte versuche es später noch einmal.',
  "We weren't able to invite anyone.": 'Es konnte niemand eingeladen werden.',
  "Some of those addresses are already in use, so we didn't send them an invitation. We did send invitations to everyone else!":
    'Einige dieser Adressen werden schon verwendet und erhielten keine Einladung. Alle anderen wurden eingeladen!',
  "Some of those addresses could not be used, so we didn't send them an invitation. We did send invitations to everyone else!":
    'Einige dieser Adressen konnten nicht verwendet werden und erhielten keine Einladung. Alle anderen wurden eingeladen!',
  'You cannot have more than {limit} links. Please revoke some first.':
    'Du kannst höchstens {limit} Links haben. Ziehe zuerst welche zurück.',
  'You must specify at least one email address.': 'Du musst mindestens eine E-Mail-Adresse angeben.',
  'Key does not exist.': 'Den Schlüssel gibt es nicht.',
  'Request exceeds storage limit by {excess} bytes. The limit is {limit} bytes.':
    'Der Speicher reicht um {excess} Bytes nicht aus. Erlaubt sind {limit} Bytes.',
  'storage has a key that is too long (limit: {limit} characters)':
    'storage hat einen zu langen Schlüssel (höchstens {limit} Zeichen)',
  'No presence data for {email}': 'Zu {email} gibt es keine Anwesenheit',
  'Presence is not supported for bot users.': 'Bots haben keine Anwesenheit.',
  'No such session': 'Diese Sitzung gibt es nicht',
  'The keys of the subscription are invalid.': 'Die Schlüssel des Abonnements sind ungültig.',
  'The endpoint of the subscription is not a public https address.':
    'Die Adresse des Abonnements ist keine öffentliche https-Adresse.',
  'The link is not valid any more.': 'Der Link ist nicht mehr gültig.',
  'The link is not valid any more. Please ask for a new invitation.':
    'Der Link ist nicht mehr gültig. Bitte lass dich noch einmal einladen.',
  'The link is not valid any more. Please ask for a new one.':
    'Der Link ist nicht mehr gültig. Bitte fordere einen neuen an.',
  'The password is too weak.': 'Das Passwort ist zu schwach.',
  'The password must have at least {limit} characters.':
    'Das Passwort muss mindestens {limit} Zeichen haben.',
  'The password must have at most {limit} characters.': 'Das Passwort darf höchstens {limit} Zeichen haben.',
  'Wrong password!': 'Falsches Passwort!',
  'Unknown onboarding_step: {step}': 'Unbekannter Schritt der Einführung: {step}',
  'User not authorized to change user emails': 'Du darfst E-Mail-Adressen nicht ändern',
  'User not authorized to create users': 'Du darfst keine Benutzer anlegen',
} as const satisfies Readonly<Record<string, string>>;
