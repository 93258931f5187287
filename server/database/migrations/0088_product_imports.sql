-- Names a product in files of its owner or of another shop. A deleted product has none.
alter table products add column handle text check (length(handle) between 1 and 200);
create unique index products_handle on products (handle) where handle is not null;

-- Where an import has found a picture, so that the next import does not add it again.
alter table product_pictures add column source text;

create or replace function sync_first_picture() returns trigger language plpgsql as $$
begin
  insert into product_pictures as pictures (product_id, position, image_key, placeholder_color)
    values (new.id, 1, new.image_key, new.placeholder_color)
    on conflict (product_id, position) do update set
      image_key = excluded.image_key,
      placeholder_color = excluded.placeholder_color,
      -- The text and the source describe an image, whatever its focal point is.
      alt = case when is_same_image(pictures.image_key, excluded.image_key) then pictures.alt else '' end,
      source = case when is_same_image(pictures.image_key, excluded.image_key) then pictures.source end
    where (pictures.image_key, pictures.placeholder_color) is distinct from (excluded.image_key, excluded.placeholder_color);
  return null;
end $$;

create function is_same_image(a text, b text) returns boolean language sql immutable as $$
  select regexp_replace(a, '-focus-\d+-\d+$', '') = regexp_replace(b, '-focus-\d+-\d+$', '')
$$;

create table product_imports (
  id uuid primary key default uuidv7(),
  file_name text not null,
  format text not null check (format in ('own', 'shopify')),
  -- the columns of the file, each with the field that it holds
  columns jsonb not null,
  -- what the administrator has chosen for categories that the shop does not know
  categories jsonb not null default '[]',
  row_count integer not null,
  state text not null default 'checking' check (state in ('checking', 'checked', 'running', 'done', 'stopped')),
  -- why nothing can be imported
  error text,
  version integer not null default 1,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
create index product_imports_open on product_imports (created_at) where state in ('checking', 'running');

-- What an import does with each product of its file.
create table product_import_items (
  import_id uuid not null references product_imports (id) on delete cascade,
  position integer not null,
  line integer not null,
  name text not null,
  product_id uuid references products (id) on delete cascade,
  outcome text not null check (outcome in ('new', 'changed', 'unchanged', 'error')),
  changes jsonb not null default '[]',
  error text,
  warnings text[] not null default '{}',
  plan jsonb,
  saved_at timestamptz,
  primary key (import_id, position)
);
create index product_import_items_pending on product_import_items (import_id, position)
  where outcome in ('new', 'changed') and saved_at is null;

create table product_import_pictures (
  import_id uuid not null,
  item integer not null,
  position smallint not null,
  -- a URL, or the name of a file of the import
  source text not null,
  alt text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'added', 'failed')),
  error text,
  primary key (import_id, item, position),
  foreign key (import_id, item) references product_import_items (import_id, position) on delete cascade
);
create index product_import_pictures_waiting on product_import_pictures (import_id, item) where state = 'waiting';

-- The uploaded file, which is deleted before the results.
create table product_import_csv (
  import_id uuid primary key references product_imports (id) on delete cascade,
  bytes bytea not null
);

-- The pictures of uploaded zip files.
create table product_import_files (
  import_id uuid not null references product_imports (id) on delete cascade,
  -- path in the zip, in lower case
  name text not null,
  hash text not null,
  bytes bytea not null,
  primary key (import_id, name)
);
