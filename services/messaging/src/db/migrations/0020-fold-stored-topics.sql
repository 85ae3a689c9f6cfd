-- Gives the topics of stored messages the form of the previous migration. Few messages change. Topics that differed by such a letter
-- become one. Their messages keep their origins, as those of moved messages do.
update messages set topic = topic
 where channel_id is not null and octet_length(topic) <> char_length(topic) and topic_key <> fold_topic(topic);

-- Links to such a topic find it. Where an origin has the new form already, the other one keeps its form and its messages.
update origins o set topic_key = fold_topic(o.topic_key)
 where o.topic_key <> fold_topic(o.topic_key)
   and not exists (
     select from origins other
      where other.channel_id = o.channel_id and other.topic_key = fold_topic(o.topic_key))
   -- Of several that get the same form, the newest gets it.
   and not exists (
     select from origins newer
      where newer.channel_id = o.channel_id and newer.origin_id > o.origin_id
        and newer.topic_key <> o.topic_key and fold_topic(newer.topic_key) = fold_topic(o.topic_key));
