-- Keys of other programs. A key acts in the name of the administrator who made it, with rights that are a part of theirs.
create table api_keys (
  id uuid default uuidv7() primary key,
  name text not null,
  key_hash bytea not null unique,
  key_end text not null,
  rights text[] not null,
  created_by uuid references users (id) on delete set null,
  creator_name text not null,
  created_at timestamptz default clock_timestamp() not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_created_by on api_keys (created_by);
