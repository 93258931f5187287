create table product_imports (
  id uuid default uuidv7() primary key,
  file_name text not null,
  format text not null check (format in ('own', 'shopify')),
  columns jsonb not null,
  categories jsonb default '[]'::jsonb not null,
  row_count integer not null,
  state text default 'checking' not null check (state in ('checking', 'checked', 'running', 'done', 'stopped', 'failed')),
  error text,
  version integer default 1 not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz default clock_timestamp() not null,
  settled_at timestamptz,
  source text check (source in ('own', 'shopify', 'woocommerce', 'wix', 'other')),
  options jsonb,
  notes text[] default '{}'::text[] not null
);
create index product_imports_open on product_imports (created_at) where state in ('checking', 'running');

create table product_import_csv (
  import_id uuid primary key references product_imports (id) on delete cascade,
  bytes bytea not null
);

create table product_import_files (
  import_id uuid not null references product_imports (id) on delete cascade,
  name text not null,
  hash text not null,
  bytes bytea not null,
  primary key (import_id, name)
);

create table product_import_items (
  import_id uuid not null references product_imports (id) on delete cascade,
  "position" integer not null,
  line integer not null,
  name text not null,
  product_id uuid references products (id) on delete cascade,
  outcome text not null check (outcome in ('new', 'changed', 'unchanged', 'error')),
  changes jsonb default '[]'::jsonb not null,
  error text,
  warnings text[] default '{}'::text[] not null,
  plan jsonb,
  saved_at timestamptz,
  preview jsonb,
  primary key (import_id, "position")
);
create index product_import_items_pending on product_import_items (import_id, "position") where (outcome in ('new', 'changed')) and (saved_at is null);

create table product_import_pictures (
  import_id uuid not null,
  item integer not null,
  "position" smallint not null,
  source text not null,
  alt text default '' not null,
  state text default 'waiting' not null check (state in ('waiting', 'added', 'failed')),
  error text,
  primary key (import_id, item, "position"),
  constraint product_import_pictures_import_id_item_fkey foreign key (import_id, item) references product_import_items(import_id, "position") on delete cascade
);
create index product_import_pictures_waiting on product_import_pictures (import_id, item) where state = 'waiting';

create table imported_customers (
  id uuid default uuidv7() primary key,
  name text not null,
  phone text check (phone ~ '^[6-9][0-9]{9}$'),
  email text,
  consent boolean,
  consent_on date,
  consent_source text,
  imported_at timestamptz default now() not null,
  search_text text generated always as (lower(((((((' ' || name) || ' ') || coalesce(phone, '')) || ' ') || coalesce(email, '')) || ' '))) stored not null,
  constraint imported_customers_check check ((phone is not null) or (email is not null)),
  constraint imported_customers_check1 check (((consent is null) = (consent_on is null)) and ((consent is null) = (consent_source is null)))
);
create unique index imported_customers_by_email on imported_customers (email) where phone is null;
create unique index imported_customers_by_phone on imported_customers (phone);
create index imported_customers_of_email on imported_customers (email);
create index imported_customers_search_text on imported_customers using gin (search_text gin_trgm_ops);
