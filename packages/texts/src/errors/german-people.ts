/** German texts of errors about accounts, bots and invitations. The keys are the English texts. */
export const people = {
  'Only the user can change {parameter}.': 'Nur die Person selbst kann {parameter} ändern.',
  'target_users names neither users nor groups.': 'target_users nennt weder Personen noch Gruppen.',
  'At most {limit} users can be changed at once.':
    'Höchstens {limit} Personen können auf einmal geändert werden.',
  'This second factor is not right. Please try again.':
    'Dieser zweite Faktor stimmt nicht. Bitte versuche es noch einmal.',
  'Your organization requires a second factor. Please set one up in the browser.':
    'Deine Organisation verlangt einen zweiten Faktor. Bitte richte ihn im Browser ein.',
  'Your organization requires a second factor. Please add another one first.':
    'Deine Organisation verlangt einen zweiten Faktor. Bitte füge zuerst einen anderen hinzu.',
  'Please confirm the sign-in with your second factor, in the browser.':
    'Bitte bestätige die Anmeldung mit deinem zweiten Faktor im Browser.',
  'This account needs a second factor, which this program cannot ask for. Please sign in with a browser.':
    'Dieses Konto braucht einen zweiten Faktor, nach dem dieses Programm nicht fragen kann. Bitte melde dich mit einem Browser an.',
  'This step needs a confirmation, which API keys cannot give. Please use the browser.':
    'Dieser Schritt braucht eine Bestätigung, die API-Schlüssel nicht geben können. Bitte nimm den Browser.',
  'Please confirm that it is you.': 'Bitte bestätige, dass du es bist.',
  'Please sign in again to confirm that it is you, and then repeat this step.':
    'Bitte melde dich noch einmal an, um zu bestätigen, dass du es bist, und wiederhole dann diesen Schritt.',
  'A bot cannot be an organization owner.': 'Ein Bot kann nicht Eigentümer der Organisation sein.',
  'Bots have no second factors.': 'Bots haben keine zweiten Faktoren.',
  'At most {limit} passkeys are possible.': 'Höchstens {limit} Passkeys sind möglich.',
  'The passkey was not accepted. Please try again.':
    'Der Passkey wurde nicht angenommen. Bitte versuche es noch einmal.',
  'The name must have 1 to 60 characters.': 'Der Name muss 1 bis 60 Zeichen haben.',
  'No such passkey': 'Diesen Passkey gibt es nicht',
  'There is an authenticator app already. Please remove it first.':
    'Es gibt schon eine Authenticator-App. Bitte entferne sie zuerst.',
  'There is no authenticator app to confirm.': 'Es gibt keine Authenticator-App zu bestätigen.',
  'This code is not right. Please check the clock of your phone.':
    'Dieser Code stimmt nicht. Bitte prüfe die Uhr deines Telefons.',
  'There is no authenticator app.': 'Es gibt keine Authenticator-App.',
  'Please add a second factor first.': 'Bitte füge zuerst einen zweiten Faktor hinzu.',
  'Only sessions of browsers can be kept.': 'Nur Sitzungen von Browsern können offen bleiben.',
  'Only sessions of browsers can be confirmed.': 'Nur Sitzungen von Browsern können bestätigt werden.',
  'This person has no second factor.': 'Diese Person hat keinen zweiten Faktor.',
  'This API key may not be used for this.': 'Dieser API-Schlüssel darf dafür nicht benutzt werden.',
  'At most {limit} API keys are possible.': 'Höchstens {limit} API-Schlüssel sind möglich.',
  'No such API key': 'Diesen API-Schlüssel gibt es nicht',
  'The scope of the API key is missing.': 'Der Umfang des API-Schlüssels fehlt.',
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
  'The address of a bot cannot be changed.': 'Die Adresse eines Bots kann nicht geändert werden.',
  'Embedded bots are not supported by this server.':
    'Eingebettete Bots werden von diesem Server nicht unterstützt.',
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
  'This password is easily guessed: it was leaked somewhere, or follows a pattern. Choose another one.':
    'Dieses Passwort ist leicht zu erraten: Es ist irgendwo bekannt geworden oder folgt einem Muster. Wähle ein anderes.',
  'The password must have at least {limit} characters.':
    'Das Passwort muss mindestens {limit} Zeichen haben.',
  'The password must have at most {limit} characters.': 'Das Passwort darf höchstens {limit} Zeichen haben.',
  'Wrong password!': 'Falsches Passwort!',
  'Unknown onboarding_step: {step}': 'Unbekannter Schritt der Einführung: {step}',
  'User not authorized to change user emails': 'Du darfst E-Mail-Adressen nicht ändern',
  'The sign-in at the identity provider did not succeed. Please try again.':
    'Die Anmeldung beim Identitätsanbieter ist nicht gelungen. Bitte versuche es noch einmal.',
  'The identity provider does not answer. Please try again later.':
    'Der Identitätsanbieter antwortet nicht. Bitte versuche es später noch einmal.',
  'The identity provider did not send your email address.':
    'Der Identitätsanbieter hat deine E-Mail-Adresse nicht mitgeteilt.',
  'The identity provider has not verified your email address.':
    'Der Identitätsanbieter hat deine E-Mail-Adresse nicht bestätigt.',
  'This address belongs to a bot.': 'Diese Adresse gehört einem Bot.',
  'Another person of this identity provider uses the account with your address.':
    'Eine andere Person dieses Identitätsanbieters verwendet das Konto mit deiner Adresse.',
  'You have no account here. Please ask for an invitation.':
    'Du hast hier kein Konto. Bitte lass dich einladen.',
  'There is no such identity provider.': 'Diesen Identitätsanbieter gibt es nicht.',
  'This sign-in has expired. Please try again.':
    'Diese Anmeldung ist abgelaufen. Bitte versuche es noch einmal.',
  'This identity provider does not post its answers.':
    'Dieser Identitätsanbieter sendet seine Antworten nicht als Formular.',
  'The identity provider did not name a session.': 'Der Identitätsanbieter hat keine Sitzung genannt.',
  'Bots are deactivated, not erased.': 'Bots werden deaktiviert, nicht gelöscht.',
  'This person has been erased already.': 'Diese Person wurde schon gelöscht.',
  'Another owner has to erase you.': 'Löschen muss dich eine andere Person, der die Organisation gehört.',
  'No directory is configured.': 'Es ist kein Verzeichnis eingerichtet.',
  '{count} people would be deactivated, and at most {limit} may be without permission.':
    '{count} Personen würden deaktiviert, ohne Erlaubnis sind höchstens {limit} möglich.',
  'User not authorized to create users': 'Du darfst keine Benutzer anlegen',
} as const satisfies Readonly<Record<string, string>>;
