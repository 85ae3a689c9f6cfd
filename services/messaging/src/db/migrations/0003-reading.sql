-- Tables and indexes for unread messages, text search, and narrows (filters of the API).

-- Ranges of message IDs in a channel in which a person has read everything. The channel is that to which messages were first
-- sent, and never 0. The ranges are derived from `read_ranges`, `read_floors` and senders, and let searches for unread messages
-- skip them. They stay correct, because read state only grows, and may be deleted at any time.
create table read_coverage (
  user_id bigint not null,
  channel_id bigint not null,
  ranges int8multirange not null,
  primary key (user_id, channel_id)
);

-- Finds the messages before and after a given one with the same origin, so that adjacent read ranges are merged.
create index messages_origin_id_id_idx on messages (origin_id, id);
-- Messages that were moved out of the channel to which they were first sent.
create index messages_moved_out_idx on messages (origin_channel_id, id)
  where origin_channel_id is not null and channel_id is distinct from origin_channel_id;
-- A sender's messages by channel. A reader may read different periods in each channel, so a search scans channel by channel.
drop index messages_sender_id_id_idx;
create index messages_sender_id_channel_id_id_idx on messages (sender_id, channel_id, id);
create index messages_has_link_idx on messages (channel_id, id) where has_link;
create index messages_has_image_idx on messages (channel_id, id) where has_image;
create index messages_has_attachment_idx on messages (channel_id, id) where has_attachment;

-- English stemming without stop words, so that a search for "to be or not to be" finds messages.
create text search dictionary english_words (template = pg_catalog.snowball, language = english);
create text search configuration words (copy = pg_catalog.simple);
alter text search configuration words alter mapping for asciiword, word with english_words;

-- Normalizes a text for the search: folds case and accents, and replaces punctuation by blanks. In scripts without blanks
-- between words (Chinese, Japanese, Korean, Thai and others), each character counts as a word.
create function search_text(given text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    normalize(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            translate(regexp_replace(lower(normalize(given, nfkd)), '[\u0300-\u036f]', '', 'g'), 'øłđðıħŧ', 'olddiht'),
            '\m([a-z])\+\+', '\1plusplus', 'g'),
          '\m([cf])#', '\1sharp', 'g'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf]+', ' ', 'g'),
      nfkc),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', ' \1 ', 'g');

-- Builds a query that matches texts with all terms. Each term is a word or a phrase.
create function search_query(terms text[]) returns tsquery
  language plpgsql immutable strict parallel safe
  set search_path from current
as $$
declare
  term text;
  wanted tsquery := ''::tsquery;
begin
  foreach term in array terms loop
    wanted := wanted && phraseto_tsquery('words'::regconfig, search_text(term));
  end loop;
  return wanted;
end
$$;

alter table messages add column search_words tsvector
  generated always as (to_tsvector('words', search_text(topic)) || to_tsvector('words', search_text(content))) stored;
create index messages_search_words_idx on messages using gin (search_words);
