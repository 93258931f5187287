-- Whether items come back for money, for another item only, or not at all. Null: the category, or the sale, says nothing.
-- What a product says itself is in its details.
alter table categories add column return_rule text check (return_rule in ('returnable', 'exchange only', 'final sale'));
alter table product_sales add column return_rule text check (return_rule in ('exchange only', 'final sale'));
create index products_return_rule on products ((details ->> 'returnRule')) where details ? 'returnRule';

-- As it was shown to the shopper.
alter table order_lines add column return_rule text not null default 'returnable'
  check (return_rule in ('returnable', 'exchange only', 'final sale'));

-- Why an administrator has accepted a return that the rules of its items exclude.
alter table returns add column overrule_reason text check (length(overrule_reason) between 1 and 500);

-- The rule of a product now: its own, else the strictest of its category and its running sale.
create function find_return_rule(product_id uuid) returns text language sql stable as $$
  select coalesce(products.details ->> 'returnRule', case
    when 'final sale' in (categories.return_rule, product_sales.return_rule) then 'final sale'
    when 'exchange only' in (categories.return_rule, product_sales.return_rule) then 'exchange only'
    else 'returnable'
  end)
  from products
  left join categories on categories.key = products.category
  left join product_sales on product_sales.product_id = products.id and product_sales.state = 'running'
  where products.id = find_return_rule.product_id
$$;
