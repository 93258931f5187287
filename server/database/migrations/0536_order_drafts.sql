-- Orders that administrators have begun to enter. They hold no stock.
create table order_drafts (
  id uuid default uuidv7() primary key,
  -- of the customer, to find the draft by and to erase it
  name text not null check (length(name) <= 200),
  phone text not null check (length(phone) <= 20),
  email text not null check (length(email) <= 254),
  user_id uuid references users (id) on delete cascade,
  contents jsonb not null,
  saved_at timestamptz default clock_timestamp() not null,
  saved_by uuid references users (id) on delete set null,
  version integer default 1 not null
);
create index order_drafts_newest on order_drafts (saved_at desc, id desc);
create index order_drafts_user_id on order_drafts (user_id) where user_id is not null;
create index order_drafts_saved_by on order_drafts (saved_by) where saved_by is not null;
