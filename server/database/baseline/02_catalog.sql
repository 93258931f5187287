create function add_product_words() returns trigger language plpgsql as $_$
begin
  insert into product_words
    select word
    from unnest(tsvector_to_array(to_tsvector('simple', new.search_text || ' ' || coalesce(new.details->>'fabric', '')))) as words (word)
    where word ~ '^[[:alpha:]]{3,30}$' order by word
    on conflict do nothing;
  return null;
end $_$;

create function check_product_sizes() returns trigger language plpgsql as $$
begin
  if exists (
    select from products left join product_sizes on product_id = id where id = new.id
    group by id having case when has_sizes then sum(product_sizes.stock) is distinct from products.stock else count(product_id) > 0 end
  ) then
    raise exception 'The sizes of product % do not match its stock', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function is_same_image(a text, b text) returns boolean language sql immutable as $_$
  select regexp_replace(a, '-focus-\d+-\d+$', '') = regexp_replace(b, '-focus-\d+-\d+$', '')
$_$;

create function list_facet_keys(category text, details jsonb, needs_declarations boolean) returns text[]
    language sql immutable parallel safe
    return string_to_array((((((('category:' || category) || coalesce(('colour:' || lower((details ->> 'colour'))), ''))
      || coalesce(('colour:' || regexp_replace(lower((details ->> 'colour')), '\s*[,;/]\s*(?:and\s+)?|\s+and\s+', 'colour:', 'g')), ''))
      || coalesce(('fabric:' || regexp_replace(lower((details ->> 'fabric')), '[^[:alpha:]]+', 'fabric:', 'g')), ''))
      || coalesce(('country:'
      || lower(coalesce((details ->> 'countryOfOrigin'), case when (not needs_declarations) then 'India' else null::text end))), ''))
      || coalesce(('hsn:' || (details ->> 'hsnCode')), ('hsn of:' || category))), '');

create function lock_sizes(of_product uuid) returns jsonb language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('size', size, 'stock', stock) order by position), '[]')
  from (select size, stock, position from product_sizes where product_id = of_product order by size for update) as locked
$$;

create function log_price_change() returns trigger language plpgsql as $$
begin
  insert into price_changes (product_id, price_paise) values (new.id, new.price_paise);
  return null;
end $$;

create function record_new_sizes() returns trigger language plpgsql as $$
begin
  if exists (select from new_sizes left join products on id = product_id and has_sizes where id is null) then
    raise exception 'Product % has one stock for all sizes',
      (select product_id from new_sizes left join products on id = product_id and has_sizes where id is null limit 1)
      using errcode = 'check_violation';
  end if;
  update products set stock = products.stock + added.stock
  from (select product_id, sum(stock)::int as stock from new_sizes group by product_id having sum(stock) <> 0) as added
  where id = added.product_id
    and products.stock <> (select sum(product_sizes.stock) from product_sizes where product_sizes.product_id = products.id);
  insert into stock_movements (product_id, size, change, stock_after, cause, actor_id, reference, note)
  select product_id, size, stock, stock,
    coalesce(nullif(current_setting('shop.cause', true), ''), 'opening'),
    nullif(current_setting('shop.actor', true), '')::uuid,
    nullif(current_setting('shop.reference', true), '')::uuid,
    nullif(current_setting('shop.note', true), '')
  from new_sizes where stock <> 0 order by product_id, position;
  return null;
end $$;

create function record_size_stock() returns trigger language plpgsql as $$
declare
  changed_product uuid := case tg_op when 'DELETE' then old.product_id else new.product_id end;
  old_stock integer := case tg_op when 'INSERT' then 0 else old.stock end;
  new_stock integer := case tg_op when 'DELETE' then 0 else new.stock end;
begin
  update products set stock = stock + new_stock - old_stock where id = changed_product and has_sizes;
  if not found then
    raise exception 'Product % has one stock for all sizes', changed_product using errcode = 'check_violation';
  end if;
  if new_stock <> old_stock then
    insert into stock_movements (product_id, size, change, stock_after, cause, actor_id, reference, note) values (
      changed_product,
      case tg_op when 'DELETE' then old.size else new.size end,
      new_stock - old_stock,
      new_stock,
      coalesce(nullif(current_setting('shop.cause', true), ''), case tg_op when 'INSERT' then 'opening' else 'correction' end),
      nullif(current_setting('shop.actor', true), '')::uuid,
      nullif(current_setting('shop.reference', true), '')::uuid,
      nullif(current_setting('shop.note', true), '')
    );
  end if;
  return null;
end $$;

create function record_stock_movement() returns trigger language plpgsql as $$
begin
  insert into stock_movements (product_id, change, stock_after, cause, actor_id, reference, note) values (
    new.id,
    new.stock - coalesce(old.stock, 0),
    new.stock,
    case when tg_op = 'INSERT' then 'opening' else coalesce(nullif(current_setting('shop.cause', true), ''), 'correction') end,
    nullif(current_setting('shop.actor', true), '')::uuid,
    nullif(current_setting('shop.reference', true), '')::uuid,
    nullif(current_setting('shop.note', true), '')
  );
  return null;
end $$;

create function reject_stock_movement_change() returns trigger language plpgsql as $$
begin
  raise exception 'A stock movement is never changed; write another one' using errcode = 'check_violation';
end $$;

create function search_category_words() returns trigger language plpgsql as $$
begin
  update products set name = name where category = new.key and status <> 'deleted';
  return null;
end $$;

create function set_low_stock() returns trigger language plpgsql as $$
begin
  if new.stock > 5 then
    new.low_stock := null;
    new.low_stock_at := null;
  else
    new.low_stock := new.stock;
    -- A product that is made without stock has no movement that an administrator could miss.
    new.low_stock_at := case when tg_op = 'INSERT' and new.stock = 0 then '-infinity' else clock_timestamp() end;
  end if;
  return new;
end $$;

create function set_product_search() returns trigger language plpgsql as $$
declare
  category_words text;
  search_words text := coalesce(new.details->>'searchWords', '');
begin
  select words into category_words from categories where key = new.category for key share;
  if not found then
    raise foreign_key_violation using message = format('category %s does not exist', new.category), constraint = 'products_category';
  end if;
  new.search_text := lower(new.name || ' ' || category_words || ' ' || search_words);
  new.search_vector :=
    setweight(to_tsvector('english', new.name), 'A') ||
    setweight(to_tsvector('english', category_words), 'B') ||
    setweight(to_tsvector('english', new.description), 'C') ||
    setweight(to_tsvector('english', search_words), 'D');
  return new;
end $$;

create function spell_product_size() returns trigger language plpgsql as $$
begin
  new.size := spell_size(new.size);
  return new;
end $$;

create function spell_size(size text) returns text language sql immutable parallel safe as $$
  select case
    when upper(btrim(size)) = any (array[
      '3XS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL', '7XL', '8XL', '9XL', '10XL'
    ]) then upper(btrim(size))
    when lower(btrim(size)) = 'free size' then 'Free size'
    else size
  end
$$;

create function sync_first_picture() returns trigger language plpgsql as $$
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

create function sync_former_product_status() returns trigger language plpgsql as $$
begin
  if (new.deleted_at, new.hidden_as) is distinct from (old.deleted_at, old.hidden_as) then
    -- Written by a server of the previous version.
    new.status := case when new.deleted_at is null then 'on_sale' else coalesce(new.hidden_as, 'deleted') end;
  elsif new.status is distinct from old.status then
    new.deleted_at := case when new.status <> 'on_sale' then coalesce(old.deleted_at, now()) end;
    new.hidden_as := case when new.status in ('draft', 'archived') then new.status end;
  end if;
  return new;
end $$;

create table categories (
  key text primary key check ((key ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$') and (length(key) <= 40)),
  name text not null check ((length(name) >= 1) and (length(name) <= 60)),
  words text default '' not null,
  "position" integer not null,
  is_hidden boolean default false not null,
  sizes text[],
  size_guide jsonb,
  hsn_code text check (hsn_code ~ '^(\d{4}|\d{6}|\d{8})$'),
  version integer default 1 not null,
  gender text check (gender in ('female', 'male', 'unisex')),
  age_group text check (age_group in ('adult', 'kids', 'toddler', 'infant', 'newborn')),
  size_system text check (size_system in ('AU', 'BR', 'CN', 'DE', 'EU', 'FR', 'IT', 'JP', 'MEX', 'UK', 'US')),
  google_category integer check (google_category > 0),
  description text default '' not null check (length(description) <= 400),
  is_demo boolean default false not null,
  image_key text,
  placeholder_color text,
  constraint categories_check check ((image_key is null) = (placeholder_color is null))
);
insert into categories (key, name, words, "position", google_category) values
  ('TEE', 'Tees', 'tee tees tshirt t-shirt shirt top', 1, 212),
  ('JOGGER', 'Joggers', 'jogger joggers sweatpants trackpants pants', 2, 204),
  ('HOODIE', 'Hoodie packs', 'hoodie hoodies sweatshirt pack combo fleece', 3, 212),
  ('DENIM', 'Denim cargos', 'denim jeans cargo cargos pants', 4, 204);

create table products (
  id uuid default uuidv7() primary key,
  name text not null check ((length(name) >= 1) and (length(name) <= 200)),
  description text not null,
  category text not null,
  price_paise bigint not null check (price_paise > 0),
  stock integer not null check (stock >= 0),
  image_key text not null,
  placeholder_color text default '#e8e0d4' not null,
  created_at timestamptz default clock_timestamp() not null,
  deleted_at timestamptz,
  search_text text not null,
  search_vector tsvector not null,
  version integer default 1 not null,
  has_sizes boolean default false not null,
  pictures_version integer default 1 not null,
  mrp_paise bigint check (mrp_paise > 0),
  regular_price_paise bigint check (regular_price_paise > 0),
  sale_ends_at timestamptz,
  details jsonb default '{}'::jsonb not null check (jsonb_typeof(details) = 'object'),
  details_version integer default 1 not null,
  units_sold integer default 0 not null,
  handle text check ((length(handle) >= 1) and (length(handle) <= 200)),
  hidden_as text check (hidden_as in ('draft', 'archived')),
  publish_at timestamptz,
  is_demo boolean default false not null,
  status text default 'on_sale' not null check (status in ('draft', 'on_sale', 'archived', 'deleted')),
  cost_paise bigint check (cost_paise >= 0),
  needs_declarations boolean default false not null,
  undeclared text[] generated always as (array_remove(array[ case when (mrp_paise is null) then 'mrp' else null::text end,
    case when (not (details ? 'maker')) then 'maker' else null::text end,
    case when (not (details ? 'countryOfOrigin')) then 'origin' else null::text end,
    case when (not (details ? 'weightGrams')) then 'weight' else null::text end,
    case when (not (details ? 'hsnCode')) then 'hsn' else null::text end], null::text)) stored not null,
  low_stock integer,
  low_stock_at timestamptz,
  constraint products_check check ((hidden_as is null) or (deleted_at is not null)),
  constraint products_check1 check ((publish_at is null) or (hidden_as = 'draft')),
  constraint products_check2 check ((publish_at is null) or (status = 'draft'))
) with (fillfactor=85);
create index products_category_newest on products (category, created_at desc, id desc) where deleted_at is null;
create index products_category_price on products (category, price_paise, id) where deleted_at is null;
create index products_demo on products (id) where is_demo;
create unique index products_handle on products (handle) where handle is not null;
create index products_hidden on products (hidden_as, created_at desc, id desc) where hidden_as is not null;
create index products_hsn_code on products (((details ->> 'hsnCode'))) where (details ->> 'hsnCode') is not null;
create index products_low_stock on products (status, low_stock, id) where low_stock is not null;
create index products_low_stock_newest on products (status, low_stock_at desc) where low_stock is not null;
create index products_name on products (lower(name), id) include (name) where deleted_at is null;
create index products_newest on products (created_at desc, id desc) where deleted_at is null;
create index products_not_on_sale on products (status, created_at desc, id desc) where status in ('draft', 'archived');
create index products_of_facets on products using gin (list_facet_keys(category, details, needs_declarations));
create index products_on_sale_name on products (lower(name), id) include (name) where status = 'on_sale';
create index products_on_sale_newest on products (created_at desc, id desc) where status = 'on_sale';
create index products_on_sale_newest_of_category on products (category, created_at desc, id desc) where status = 'on_sale';
create index products_on_sale_popular on products (units_sold desc, created_at desc, id desc) where status = 'on_sale';
create index products_on_sale_popular_of_category on products (category, units_sold desc, created_at desc, id desc) where status = 'on_sale';
create index products_on_sale_price on products (price_paise, id) where status = 'on_sale';
create index products_on_sale_price_of_category on products (category, price_paise, id) where status = 'on_sale';
create index products_on_sale_search on products using gin (search_vector) where status = 'on_sale';
create index products_on_sale_style on products (((details ->> 'style'))) where (status = 'on_sale') and ((details ->> 'style') is not null);
create index products_on_sale_with_origin on products (((details ->> 'countryOfOrigin'))) where (status = 'on_sale') and (details ? 'countryOfOrigin');
create index products_popular on products (units_sold desc, created_at desc, id desc) where deleted_at is null;
create index products_popular_of_category on products (category, units_sold desc, created_at desc, id desc) where deleted_at is null;
create index products_price on products (price_paise, id) where deleted_at is null;
create index products_publish_at on products (publish_at) where publish_at is not null;
create index products_search on products using gin (search_vector) where deleted_at is null;
create index products_style on products (((details ->> 'style'))) where (deleted_at is null) and (details ? 'style');
create index products_undeclared on products (undeclared, category) where (status = 'on_sale') and (undeclared <> '{}'::text[]);
create index products_with_origin on products (((details ->> 'countryOfOrigin'))) where (deleted_at is null) and (details ? 'countryOfOrigin');

create table product_pictures (
  id uuid default uuidv7() primary key,
  product_id uuid not null references products (id) on delete cascade,
  "position" smallint not null check (("position" >= 1) and ("position" <= 8)),
  image_key text not null,
  placeholder_color text not null,
  alt text default '' not null check (length(alt) <= 200),
  source text,
  unique (product_id, "position")
);

create table product_sizes (
  product_id uuid not null references products (id) on delete cascade,
  size text not null check ((length(size) >= 1) and (length(size) <= 20)),
  "position" integer not null,
  stock integer not null check (stock >= 0),
  sku text unique,
  barcode text,
  primary key (product_id, size)
);
create index product_sizes_barcode_search on product_sizes (lower(barcode) text_pattern_ops) where barcode is not null;
create index product_sizes_in_stock on product_sizes (size, product_id) where stock > 0;
create index product_sizes_low_stock on product_sizes (product_id) where stock <= 5;
create index product_sizes_sku_search on product_sizes (lower(sku) text_pattern_ops) where sku is not null;

create table product_words (
  word text not null collate pg_catalog."C" primary key
);

create table search_synonyms (
  word text primary key check (word ~ '^[[:alpha:]]{3,30}$'),
  means text not null check (means ~ '^[[:alpha:]]{3,30}$')
);
insert into search_synonyms (word, means) values
  ('pyjama', 'jogger'),
  ('pajama', 'jogger'),
  ('trouser', 'jogger'),
  ('lowers', 'jogger'),
  ('sweatpants', 'jogger'),
  ('trackpants', 'jogger'),
  ('kameez', 'kurta'),
  ('tunic', 'kurta'),
  ('kurti', 'kurta'),
  ('blouse', 'shirt'),
  ('sweatshirt', 'hoodie'),
  ('pullover', 'hoodie'),
  ('jumper', 'hoodie'),
  ('sweater', 'hoodie'),
  ('jeans', 'denim');

create table group_sales (
  id uuid default uuidv7() primary key,
  kind text not null check (kind in ('category', 'collection')),
  key text not null,
  percent smallint not null check ((percent >= 1) and (percent <= 90)),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  started_by uuid references users (id) on delete set null,
  ended_by uuid references users (id) on delete set null,
  created_at timestamptz default clock_timestamp() not null,
  constraint group_sales_check check (ends_at > starts_at)
);
create index group_sales_of_group on group_sales (kind, key, id desc);

create table product_sales (
  id uuid default uuidv7() primary key,
  product_id uuid not null references products (id) on delete cascade,
  price_paise bigint not null check (price_paise > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text default 'planned' not null check (state in ('planned', 'running', 'over')),
  created_at timestamptz default clock_timestamp() not null,
  group_id uuid references group_sales (id) on delete set null,
  constraint product_sales_check check (ends_at > starts_at)
);
create index product_sales_of_group on product_sales (group_id) where group_id is not null;
create unique index product_sales_open on product_sales (product_id) where state <> 'over';

create table price_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null references products (id) on delete cascade,
  price_paise bigint not null,
  changed_at timestamptz default clock_timestamp() not null
);
create index price_changes_of_product on price_changes (product_id, id desc);

create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references products (id) on delete cascade,
  change integer not null check (change <> 0),
  stock_after integer not null,
  cause text not null check (cause in ('opening', 'sale', 'hold', 'release', 'cancel', 'refused', 'return', 'correction')),
  actor_id uuid,
  reference uuid,
  note text,
  moved_at timestamptz default clock_timestamp() not null,
  size text
);
create index stock_movements_of_product on stock_movements (product_id, id desc);

create table collections (
  id uuid default uuidv7() primary key,
  slug text not null check ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$') and (length(slug) <= 60)) unique,
  title text not null check ((length(title) >= 1) and (length(title) <= 80)),
  text text default '' not null,
  shown_from date,
  shown_until date,
  version integer default 1 not null,
  image_key text,
  placeholder_color text,
  is_demo boolean default false not null,
  constraint collections_check check (shown_until >= shown_from),
  constraint collections_check1 check ((image_key is null) = (placeholder_color is null))
);

create table collection_products (
  collection_id uuid not null references collections (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  "position" integer not null,
  primary key (collection_id, product_id)
);
create index collection_products_product on collection_products (product_id);

create table saved_items (
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  saved_at timestamptz default clock_timestamp() not null,
  primary key (user_id, product_id)
);

create table restock_requests (
  id uuid default gen_random_uuid() primary key,
  product_id uuid not null references products (id) on delete cascade,
  size text not null check (length(size) <= 20),
  email text not null,
  recipient text not null,
  user_id uuid references users (id) on delete cascade,
  requested_at timestamptz default clock_timestamp() not null,
  confirmed_at timestamptz,
  notified_at timestamptz,
  unique (product_id, size, recipient)
);
create index restock_requests_recipient on restock_requests (recipient);
create index restock_requests_user on restock_requests (user_id) where user_id is not null;
create index restock_requests_waiting on restock_requests (product_id, size, requested_at) where (confirmed_at is not null) and (notified_at is null);

create table feeds (
  id uuid default uuidv7() primary key,
  kind text not null check (kind in ('google', 'meta')),
  parts integer default 0 not null,
  files jsonb default '[]'::jsonb not null,
  is_outdated boolean default false not null,
  started_at timestamptz default now() not null,
  finished_at timestamptz
);

create table redirects (
  id uuid default uuidv7() primary key,
  from_path text not null check ((from_path like '/%') and (length(from_path) <= 500)) unique,
  to_path text not null check ((to_path like '/%') and (to_path not like '//%')),
  to_key text not null,
  hits bigint default 0 not null,
  last_hit_at timestamptz,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  constraint redirects_check check (from_path <> to_key)
);
create index redirects_by_target on redirects (to_key);

create table missing_paths (
  path text primary key check (length(path) <= 200),
  requests bigint not null,
  first_asked_at timestamptz default now() not null,
  last_asked_at timestamptz default now() not null
);
create index missing_paths_by_requests on missing_paths (requests desc, last_asked_at desc);

create trigger categories_search after update of words on categories
  for each row when ((old.words is distinct from new.words)) execute function search_category_words();
create constraint trigger products_check_new_sizes after insert on products deferrable initially deferred
  for each row when (new.has_sizes) execute function check_product_sizes();
create constraint trigger products_check_sizes after update of stock, has_sizes on products deferrable initially deferred
  for each row when ((old.has_sizes or new.has_sizes)) execute function check_product_sizes();
create trigger products_first_picture after insert or update of image_key, placeholder_color on products
  for each row execute function sync_first_picture();
create trigger products_first_price after insert on products for each row execute function log_price_change();
create trigger products_former_status before insert or update of status, deleted_at, hidden_as on products
  for each row execute function sync_former_product_status();
create trigger products_price_changed after update of price_paise on products
  for each row when ((new.price_paise <> old.price_paise)) execute function log_price_change();
create trigger products_record_opening_stock after insert on products
  for each row when (((new.stock <> 0) and (not new.has_sizes))) execute function record_stock_movement();
create trigger products_record_stock_movement after update of stock on products
  for each row when (((new.stock <> old.stock) and (pg_trigger_depth() = 0))) execute function record_stock_movement();
create trigger products_search before insert or update of name, description, category, details on products
  for each row execute function set_product_search();
create trigger products_set_low_stock before insert or update of stock on products
  for each row when (((new.stock <= 5) or (new.low_stock is not null))) execute function set_low_stock();
create trigger products_words after insert or update of name, category, details on products
  for each row execute function add_product_words();
create trigger product_sizes_record_new after insert on product_sizes referencing new table as new_sizes
  for each statement execute function record_new_sizes();
create trigger product_sizes_record_removal after delete on product_sizes
  for each row when ((pg_trigger_depth() = 0)) execute function record_size_stock();
create trigger product_sizes_record_stock after update of stock on product_sizes for each row execute function record_size_stock();
create trigger product_sizes_spell before insert or update of size on product_sizes for each row execute function spell_product_size();
create trigger stock_movements_reject_change before delete or update on stock_movements
  for each row when ((pg_trigger_depth() = 0)) execute function reject_stock_movement_change();
