-- Links by which somebody becomes an administrator. A used or revoked one is deleted.
create table staff_invitations (
  id uuid default uuidv7() primary key,
  token_hash bytea not null unique,
  staff_set text not null references staff_sets (key),
  email text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null
);
create index staff_invitations_of_user on staff_invitations (created_by) where created_by is not null;
