-- Pages that the owner writes, such as About or FAQ, at /pages/{slug}.
create table pages (
  id uuid default uuidv7() primary key,
  -- the address of the published page; null: it is not published
  slug text unique,
  value jsonb,
  draft jsonb,
  position integer not null,
  version integer default 1 not null,
  changed_at timestamptz default now() not null,
  changed_by uuid references users (id) on delete set null,
  constraint pages_check check (((slug is null) = (value is null)) and (value is not null or draft is not null))
);

-- What each page has shown, and when it was taken back.
create table page_versions (
  page_id uuid not null references pages (id) on delete cascade,
  version integer not null,
  kind text not null check (kind in ('published', 'unpublished', 'taken back')),
  value jsonb,
  changed_at timestamptz default now() not null,
  changed_by uuid references users (id) on delete set null,
  primary key (page_id, version)
);
