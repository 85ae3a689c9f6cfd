import type { Text } from '../i18n/en.ts';
import type { FirstRunText } from './texts-en.ts';

export const german: Record<FirstRunText, Text> = {
  setUpTitle: 'Willkommen bei Parley',
  setUpIntro:
    'Auf diesem Server gibt es noch keine Organisation. Lege sie mit deinem Konto an, dem sie dann gehört.',
  noPasswords:
    'Auf diesem Server meldet man sich mit dem Firmenkonto an, ohne Passwort. Gib die Adresse deines Firmenkontos ein: Daran wirst du beim Anmelden erkannt.',
  step: 'Schritt {step} von 3',
  organizationName: 'Name der Organisation',
  secret: 'Geheimnis für die Einrichtung',
  secretHelp:
    'Der Server schreibt beim Start einen Link damit in sein Log: suche nach „no organization yet“.',
  createOrganization: 'Organisation anlegen',
  creating: 'Wird angelegt …',
  channelsTitle: 'Erste Kanäle',
  channelsIntro:
    'Nachrichten gehen an ein Thema in einem Kanal. Wer beitritt, abonniert diese Kanäle; das lässt sich später ändern.',
  channelName: 'Kanal {number}',
  addChannel: 'Kanal hinzufügen',
  removeChannel: '{name} entfernen',
  emptyChannel: 'Leeren Kanal',
  createNoChannels: 'Kanäle anlegen',
  createChannels: { one: '{count} Kanal anlegen', other: '{count} Kanäle anlegen' },
  sameName: 'Zwei Kanäle heißen {name}.',
  skip: 'Schritt überspringen',
  general: 'allgemein',
  random: 'plauderei',
  invitationsTitle: 'Leute einladen',
  invitationsIntro:
    'Sie treten als Mitglieder bei. Weitere Leute kannst du jederzeit in den Einstellungen der Organisation einladen.',
  addresses: 'E-Mail-Adressen',
  addressesHelp: 'Eine je Zeile, oder durch Kommas getrennt.',
  sendNoInvitations: 'Einladungen senden',
  sendInvitations: { one: '{count} Einladung senden', other: '{count} Einladungen senden' },
  invited: { one: '{count} Person wurde eingeladen.', other: '{count} Leute wurden eingeladen.' },
  orLink: 'Oder einen Link weitergeben',
  orLinkHelp: 'Wer den Link hat, kann zehn Tage lang beitreten.',
  createLink: 'Link anlegen',
  link: 'Einladungslink',
  openParley: 'Parley öffnen',
};
