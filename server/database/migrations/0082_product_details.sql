-- What a product declares besides its name and description: fabric, care, maker, country of origin and so on. The contract checks it.
alter table products
  add column details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  -- Counts the changes of the details, apart from those of the other fields: both are edited at the same time.
  add column details_version integer not null default 1;

-- Products of one style in other colours.
create index products_style on products ((details->>'style')) where deleted_at is null and details ? 'style';
