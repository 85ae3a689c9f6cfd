import type { Moved, Texts } from './en.ts';

/** German texts. People are addressed as "du", as in the web client. */
export const de: Texts = {
  language: 'de',

  welcome: `Hallo und willkommen!

Hier reden wir miteinander. Das Wichtigste in Kürze:

* Gespräche finden in **Kanälen** statt. In einem Kanal hat jede Sache ihr eigenes **Thema**.
* Einer Person oder wenigen schreibst du eine **Direktnachricht**. Um jemanden zu erwähnen, tippe \`@\` und den Namen.
* Bild, Sprache und Benachrichtigungen stellst du in deinen **Einstellungen** ein.

Hier kannst du alles ausprobieren: Dieses Gespräch liest sonst niemand.`,

  channels: {
    changesTopic: 'Änderungen am Kanal',
    announcementsTopic: 'Neue Kanäle',
    signupsTopic: 'Anmeldungen',
    created: (by, channel) => `${by} hat den neuen Kanal ${channel} angelegt.`,
    createdSeveral: (by) => `${by} hat diese Kanäle angelegt:`,
    subscribed: (by, channel) => `${by} hat dich in den Kanal ${channel} aufgenommen.`,
    subscribedSeveral: (by) => `${by} hat dich in diese Kanäle aufgenommen:`,
    andMore: (count) => `…und ${count} weitere`,
    renamed: (by, from, to) => `${by} hat den Kanal **${from}** in **${to}** umbenannt.`,
    described: (by, from, to) =>
      `${by} hat die Beschreibung dieses Kanals geändert.\n\n* **Bisherige Beschreibung:** ${from}\n* **Neue Beschreibung:** ${to}`,
    noDescription: '*Keine Beschreibung.*',
    accessChanged: (by, from, to) =>
      `${by} hat den Zugang zu diesem Kanal von **${from}** in **${to}** geändert.`,
    access: {
      webPublic: 'Im Web öffentlich',
      public: 'Öffentlich',
      privateShared: 'Privat, gemeinsamer Verlauf',
      privateProtected: 'Privat, geschützter Verlauf',
    },
    folderChanged: (by, from, to) => `${by} hat den Ordner dieses Kanals von ${from} in ${to} geändert.`,
    none: '*keiner*',
    archived: (by) => `${by} hat diesen Kanal archiviert.`,
    unarchived: (by) => `${by} hat diesen Kanal aus dem Archiv geholt.`,
    retentionChanged: (by, from, to) =>
      `${by} hat die Aufbewahrung der Nachrichten dieses Kanals von **${from}** in **${to}** geändert.`,
    retention: {
      inherited: 'wie in der Organisation',
      forever: 'unbegrenzt',
      days: (days) => (days === 1 ? '1 Tag' : `${days} Tage`),
    },
    topicsPolicyChanged: (by, from, to) =>
      `${by} hat die Themen dieses Kanals von **${from}** in **${to}** geändert.`,
    topicsPolicies: {
      inherit: 'wie in der Organisation',
      allow_empty_topic: 'Thema freiwillig',
      disable_empty_topic: 'Thema erforderlich',
      empty_topic_only: 'keine Themen',
    },
    madeDefault: (by) => `${by} hat diesen Kanal zu einem Standardkanal für neue Leute gemacht.`,
    madeOrdinary: (by) => `Dieser Kanal ist kein Standardkanal für neue Leute mehr (${by}).`,
    permissionChanged: (by, permission, from, to) =>
      `${by} hat geändert, wer ${permission} darf: bisher **${from}**, jetzt **${to}**.`,
    permissions: {
      can_add_subscribers_group: 'andere in diesen Kanal aufnehmen',
      can_administer_channel_group: 'diesen Kanal verwalten',
      can_create_topic_group: 'in diesem Kanal Themen beginnen',
      can_delete_any_message_group: 'in diesem Kanal alle Nachrichten löschen',
      can_delete_own_message_group: 'in diesem Kanal eigene Nachrichten löschen',
      can_move_messages_out_of_channel_group: 'Nachrichten aus diesem Kanal verschieben',
      can_move_messages_within_channel_group: 'Nachrichten in diesem Kanal verschieben',
      can_remove_subscribers_group: 'andere aus diesem Kanal entfernen',
      can_resolve_topics_group: 'in diesem Kanal Themen abschließen',
      can_send_message_group: 'in diesem Kanal schreiben',
      can_subscribe_group: 'diesem Kanal beitreten',
    },
    groups: {
      'role:internet': 'Alle im Internet',
      'role:everyone': 'Alle einschließlich Gästen',
      'role:members': 'Mitglieder',
      'role:fullmembers': 'Vollmitglieder',
      'role:moderators': 'Moderation',
      'role:administrators': 'Administration',
      'role:owners': 'Eigentum',
      'role:nobody': 'Niemand',
    },
    unknownGroup: 'eine Gruppe',
    people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
  },

  topics: {
    resolved: (by) => `${by} hat dieses Thema als gelöst markiert.`,
    unresolved: (by) => `${by} hat dieses Thema als ungelöst markiert.`,
    movedHere: (what, from, by) => `${moved(what)} von ${by} aus ${from} hierher verschoben.`,
    movedAway: (what, to, by) =>
      `${moved(what)} von ${by} ${what === 'topic' ? '' : 'aus diesem Thema '}nach ${to} verschoben.`,
    movedHereFromHidden: (what, by) =>
      `${moved(what)} von ${by} hierher verschoben, aus einem Thema, das hier nicht alle sehen können.`,
    movedAwayToHidden: (what, by) =>
      `${moved(what)} von ${by} ${what === 'topic' ? '' : 'aus diesem Thema '}in ein Thema verschoben, das hier nicht alle sehen können.`,
  },

  scheduled: {
    failed: (time, reason) =>
      `Die Nachricht, die du für ${time} geplant hattest, wurde nicht gesendet:\n\n${reason}\n\nSie steht noch bei deinen geplanten Nachrichten. Gib ihr eine andere Zeit, dann wird sie gesendet.`,
  },

  reminders: {
    requested: (what) => `Du wolltest an ${what} erinnert werden.`,
    directMessage: 'die folgende Direktnachricht',
    message: 'eine Nachricht',
    unavailable: 'eine Nachricht, die nicht mehr verfügbar ist,',
    note: (note) => `Notiz: ${note}`,
    said: (by) => `${by} schrieb:`,
  },

  reports: {
    reasons: {
      spam: 'Spam',
      harassment: 'Belästigung',
      inappropriate: 'Unangemessener Inhalt',
      norms: 'Verstößt gegen die Regeln der Gemeinschaft',
      other: 'Anderer Grund',
    },
    reported: (by, where, sender) => `${by} hat ${where} von ${sender} gemeldet.`,
    directMessage: 'eine Direktnachricht',
    reason: (reason) => `Grund: **${reason}**`,
    notes: 'Anmerkungen:',
    message: 'Nachricht:',
    topic: (name) => `${name} Moderation`,
  },

  personExports: {
    finished:
      'Der Export persönlicher Daten, den du angefordert hast, ist fertig. In der Liste dieser Exporte steht eine Adresse, unter der du ihn herunterlädst. Nach einer Woche wird er gelöscht.',
    failed:
      'Der Export persönlicher Daten, den du angefordert hast, ist gescheitert. Versuche es noch einmal, oder bitte die Betreiber dieses Servers darum.',
  },

  exports: {
    finished:
      'Der Export der Organisation, den du angefordert hast, ist fertig. In der Liste der Exporte steht eine Adresse, unter der du ihn herunterlädst. Nach einer Woche wird er gelöscht.',
    failed:
      'Der Export der Organisation, den du angefordert hast, ist gescheitert. Versuche es noch einmal, oder bitte die Betreiber dieses Servers um einen Export.',
  },

  joining: {
    signedUp: (person) => `${person} ist jetzt dabei.`,
    accepted: (person, organization) => `${person} hat deine Einladung zu ${organization} angenommen!`,
  },

  pages: {
    needsJavaScript: 'Parley braucht JavaScript. Schalte es für diese Seite ein und lade sie neu.',
    installed: {
      description: 'Nachrichten im Team, nach Themen',
      shortcuts: {
        inbox: 'Eingang',
        recent: 'Letzte Unterhaltungen',
        direct: 'Direktnachrichten',
        search: 'Suche',
      },
    },
    email: 'E-Mail-Adresse',
    name: 'Dein Name',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    checkMail: 'Sieh in deine Post',
    continue: 'Weiter',
    send: 'Senden',
    join: {
      title: (organization) => `${organization} beitreten`,
      button: 'Beitreten',
      closed: 'Dieser Link gilt nicht mehr oder galt nie. Bitte lass dich noch einmal einladen.',
      intro: 'Wir schicken dir einen Link, mit dem du deinen Namen und dein Passwort wählst.',
      sent: (email) => `Wir haben eine Mail an ${email} geschickt. Ihr Link führt weiter.`,
      welcome: (organization) => `Willkommen bei ${organization}`,
      joined: (address, email) =>
        `Du bist dabei. Melde dich mit einem Client deiner Wahl bei ${address}\nals ${email} an.`,
    },
    resetPassword: {
      title: 'Passwort zurücksetzen',
      intro: 'Wir schicken dir einen Link, mit dem du ein neues Passwort wählst.',
      sent: 'Wenn es zu dieser Adresse ein Konto gibt, ist eine Mail mit einem Link unterwegs.',
      button: 'Passwort ändern',
      changed: 'Dein Passwort wurde geändert',
      canLogIn: 'Du kannst dich jetzt damit anmelden.',
    },
    call: {
      title: 'Am Anruf teilnehmen',
      logIn: 'Melde dich zuerst an.',
      afterwards: 'Öffne danach den Link zum Anruf noch einmal.',
    },
    zoom: {
      connected: 'Dein Zoom-Konto ist verbunden',
      notConnected: 'Dein Zoom-Konto ist nicht verbunden',
      close: 'Du kannst dieses Fenster schließen.',
    },
    signIn: {
      failed: 'Du bist nicht angemeldet',
      back: 'Zurück zur Anmeldung',
      signedIn: 'Du bist angemeldet',
      copy: 'Kopiere diesen Text und kehre zur App zurück.',
      finish: 'Anmeldung abschließen',
      confirm: 'Fahre nur fort, wenn du dich gerade aus dieser App angemeldet hast.',
      button: 'Weiter',
    },
    unsubscribe: {
      title: 'Mails über Nachrichten abbestellen',
      intro: 'Du bekommst keine Mails über Nachrichten mehr. Deine übrigen Einstellungen bleiben.',
      button: 'Diese Mails abbestellen',
      done: 'Die Mails sind abbestellt',
      hint: 'Du bekommst keine Mails über Nachrichten mehr. In deinen Einstellungen kannst du sie wieder einschalten.',
    },
    confirmEmail: {
      title: 'Neue Adresse bestätigen',
      button: 'Diese Adresse benutzen',
      changed: 'Deine Adresse wurde geändert',
      changedTo: (email) => `Sie lautet jetzt ${email}.`,
    },
  },

  mails: {
    hello: 'Hallo,',
    helloTo: (name) => `Hallo ${name},`,
    invitation: {
      subject: (inviter, organization) => `${inviter} lädt dich zu ${organization} ein`,
      text: (inviter, organization, link) =>
        `${inviter} lädt dich zu ${organization} ein. Um deinen Namen und dein Passwort zu wählen, öffne\n\n${link}`,
      until: (time) => `Der Link gilt bis ${time}.`,
    },
    ifUnknown: 'Wenn du nicht weißt, worum es geht, brauchst du nichts zu tun.',
    confirmation: {
      subject: (organization) => `Bestätige deine Adresse für ${organization}`,
      text: (organization, link) =>
        `um deinen Namen und dein Passwort zu wählen und bei ${organization} mitzumachen, öffne\n\n${link}`,
    },
    haveAccount: {
      subject: (organization) => `Du hast schon ein Konto bei ${organization}`,
      text: (organization, link) =>
        `jemand, hoffentlich du, wollte mit dieser Adresse bei ${organization} mitmachen; sie hat schon ein Konto. Wenn du dein Passwort vergessen hast, setze es hier zurück:\n\n${link}`,
    },
    passwordReset: {
      subject: (organization) => `Neues Passwort für ${organization}`,
      text: (link) =>
        `jemand, hoffentlich du, möchte ein neues Passwort. Um eines zu wählen, öffne\n\n${link}\n\nDer Link gilt einmal, eine Stunde lang. Wenn du es nicht warst, brauchst du nichts zu tun: Dein Passwort bleibt.`,
    },
    emailChange: {
      subject: (organization) => `Bestätige deine neue Adresse für ${organization}`,
      text: (link) =>
        `um von jetzt an diese Adresse zu benutzen, öffne\n\n${link}\n\nDer Link gilt einmal, einen Tag lang.`,
    },
    emailChanged: {
      subject: (organization) => `Deine Adresse für ${organization} wurde geändert`,
      text: 'dein Konto hat jetzt eine andere Adresse. Wenn du das nicht wolltest, sag es der Administration.',
    },
    signIn: {
      subject: (organization) => `Neue Anmeldung an deinem Konto bei ${organization}`,
      text: (organization) => `an deinem Konto bei ${organization} hat sich jemand angemeldet.`,
      at: (time) => `Zeit: ${time}`,
      client: (name) => `Programm: ${name}`,
      app: 'Desktop-App von Parley',
      on: (program, system) => `${program} auf ${system}`,
      address: (address) => `Netzwerkadresse: ${address}`,
      advice: (link) =>
        `Wenn du das warst, ist nichts zu tun. Sonst ändere sofort dein Passwort, was alle Browser abmeldet:\n\n${link}\n\nDiese Mails lassen sich in den Einstellungen für Benachrichtigungen abschalten.`,
      adviceAtProvider:
        'Wenn du das warst, ist nichts zu tun. Sonst ändere sofort dein Passwort bei dem Dienst, mit dem du dich anmeldest, und sag es der Administration.\n\nDiese Mails lassen sich in den Einstellungen für Benachrichtigungen abschalten.',
    },
    factorChanged: {
      subject: (organization) => `Die zweiten Faktoren deines Kontos bei ${organization} wurden geändert`,
      added: {
        totp: 'deinem Konto wurde eine Authenticator-App hinzugefügt.',
        passkey: 'deinem Konto wurde ein Passkey hinzugefügt.',
      },
      removed: {
        totp: 'die Authenticator-App deines Kontos wurde entfernt.',
        passkey: 'ein Passkey deines Kontos wurde entfernt.',
      },
      reset:
        'die Administration hat alle zweiten Faktoren deines Kontos entfernt und dich abgemeldet. In deinen Einstellungen kannst du neue hinzufügen.',
      advice:
        'Wenn du das nicht warst, beende in deinen Einstellungen alle Sitzungen, ändere dein Passwort und sage der Administration Bescheid.',
    },
    repeatedCode: {
      subject: (organization) => `Ein Code für dein Konto bei ${organization} wurde zweimal benutzt`,
      text: 'ein Code deiner Authenticator-App kam ein zweites Mal, nachdem er schon benutzt war. Er wurde abgelehnt.',
      advice: (link) =>
        `Wenn du ihn zweimal eingegeben hast, brauchst du nichts zu tun. Sonst hat jemand deinen Code gesehen und kennt dein Passwort. Wähle hier ein neues:\n\n${link}`,
    },
    passwordChanged: {
      subject: (organization) => `Dein Passwort für ${organization} wurde geändert`,
      text: (link) =>
        `dein Passwort wurde geändert. Wenn du das nicht warst, setze es hier zurück:\n\n${link}`,
    },
    accessEnded: {
      subject: (organization) => `Alle Zugänge zu deinem Konto bei ${organization} wurden beendet`,
      text: (link) =>
        `alle API-Schlüssel und Sitzungen deines Kontos wurden beendet, und Telefone und Browser erhalten keine Benachrichtigungen mehr. Melde dich dort wieder an, wo du es brauchst. Wenn weder du noch die Administration das veranlasst hat, wähle hier ein neues Passwort:\n\n${link}`,
    },
    welcome: {
      subject: (organization) => `Willkommen bei ${organization}`,
      text: (organization, link, email) =>
        `dein Konto bei ${organization} ist bereit. Melde dich an unter\n\n${link}\n\nmit der Adresse ${email}.`,
    },
    missed: {
      directSubject: (names) => `Direktnachrichten mit ${names}`,
      hiddenSubject: (organization) => `Neue Nachrichten in ${organization}`,
      omitted: (count) =>
        count === 1
          ? 'Eine frühere Nachricht dieser Unterhaltung steht nicht in dieser Mail.'
          : `Bis zu ${count} frühere Nachrichten dieser Unterhaltung stehen nicht in dieser Mail.`,
      hidden: (count, organization, isAtLeast) =>
        `Du hast ${isAtLeast ? 'mindestens ' : ''}${count === 1 ? '1 ungelesene Nachricht' : `${count} ungelesene Nachrichten`} in ${organization}.\n\nDiese Mail zeigt keine Nachrichten, weil deine Einstellungen oder die der Organisation sie verbergen.`,
      open: 'Unterhaltung öffnen',
      settings: 'Benachrichtigungen einstellen',
      unsubscribe: 'Diese Mails abbestellen',
      reply: 'Antworte auf diese Mail, um in der Unterhaltung zu antworten.',
    },
    digest: {
      subject: (organization) => `Diese Woche bei ${organization}`,
      intro: (organization) =>
        `Über diese Themen wurde bei ${organization} am meisten gesprochen, während du nicht da warst:`,
      hiddenTopic: 'Ein Thema in einem deiner Kanäle',
      activity: (messages, people) =>
        `${messages === 1 ? '1 Nachricht' : `${messages} Nachrichten`} von ${people === 1 ? '1 Person' : `${people} Personen`}`,
    },
    refusedReply: {
      subject: (subject) => `Nicht veröffentlicht: ${subject}`,
      text: (organization, address, link) =>
        `deine Mail von ${address} wurde bei ${organization} nicht veröffentlicht. Du hast auf eine Benachrichtigung geantwortet, die an eine einzelne Person ging. Antworten darauf erscheinen im Namen dieser Person und müssen deshalb von einer ihrer Adressen kommen.\n\nWenn die Benachrichtigung für dich war, antworte von der Adresse, die sie bekommen hat, oder hier:\n\n${link}\n\nWenn sie dir jemand weitergeleitet hat, schreib bitte dieser Person.`,
    },
    incoming: {
      from: (author) => `Von: ${author}`,
      unconfirmedFrom: (author) => `Von: ${author} (nicht bestätigt)`,
      shortened: '*(Die Mail war länger.)*',
      rest: 'Rest der Mail',
      wholeText: 'ganze Mail.txt',
      refusedFile: (name, reason) => `*(${name} fehlt: ${reason})*`,
      droppedFiles: (count) =>
        count === 1 ? '*(1 weiterer Anhang fehlt.)*' : `*(${count} weitere Anhänge fehlen.)*`,
    },
    deactivationLimit: {
      subject: (organization) => `Bei ${organization} werden keine weiteren Personen deaktiviert`,
      text: (limit) =>
        `der Identitätsanbieter will an einem Tag mehr als ${limit} Personen deaktivieren. Alle weiteren sind noch aktiv.\n\nPrüfe die Regeln beim Identitätsanbieter. Wenn die Deaktivierungen beabsichtigt sind, kann der Betrieb sie erlauben: parley allow-deactivations.`,
    },
    deactivation: {
      subject: (organization) => `Dein Konto bei ${organization} wurde deaktiviert`,
      text: (comment) => `dein Konto wurde deaktiviert. Die Administration schreibt:\n\n${comment}`,
    },
  },
  pushes: {
    hiddenDirect: 'Neue Direktnachricht',
    mentionedYou: (name) => `${name} hat dich erwähnt:`,
    mentionedEveryone: (name) => `${name} hat alle erwähnt:`,
    testTitle: 'Testbenachrichtigung',
    testBody: (organization, url) => `Dies ist eine Testbenachrichtigung von ${organization} (${url}).`,
  },
};

const moved = (what: Moved): string => {
  if (what === 'topic') return 'Dieses Thema wurde';
  return what === 1 ? 'Eine Nachricht wurde' : `${what} Nachrichten wurden`;
};
