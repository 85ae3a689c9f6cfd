-- parley: without transaction
create index concurrently if not exists phone_pushes_topic_hash_idx on phone_pushes (topic_hash, user_id) where topic_hash is not null and state = 'due';
