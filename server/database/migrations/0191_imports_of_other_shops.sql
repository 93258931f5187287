-- What one item costs the shop; for administrators only.
alter table products add column cost_paise bigint check (cost_paise >= 0);

-- An imported product declares nothing that its details do not say: no country of origin and no maker by default.
alter table products add column needs_declarations boolean not null default false;
-- Only imports give products a handle.
update products set needs_declarations = true
  where handle is not null and not (details ? 'countryOfOrigin' and details ? 'maker');

alter table product_imports
  -- whose columns the file has; null: as `format` says, of a server of the previous version
  add column source text check (source in ('own', 'shopify', 'woocommerce')),
  -- what the administrator has chosen for the whole file; null: not yet
  add column options jsonb,
  -- what concerns the whole file
  add column notes text[] not null default '{}';

-- The product as it is after the import.
alter table product_import_items add column preview jsonb;
