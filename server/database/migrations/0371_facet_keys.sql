-- What lists are filtered by, as texts such as `colour:sand`, so that one index finds the products of a value that hardly any has. One
-- expression, because PostgreSQL calls a function with queries for each product. A product without an HSN code has that of its category.
create function list_facet_keys(category text, details jsonb, needs_declarations boolean) returns text[]
language sql immutable parallel safe return string_to_array(
  'category:' || category
    || coalesce(E'\x1fcolour:' || lower(details->>'colour'), '')
    || coalesce(E'\x1fcolour:' || regexp_replace(lower(details->>'colour'), '\s*[,;/]\s*(?:and\s+)?|\s+and\s+', E'\x1fcolour:', 'g'), '')
    || coalesce(E'\x1ffabric:' || regexp_replace(lower(details->>'fabric'), '[^[:alpha:]]+', E'\x1ffabric:', 'g'), '')
    || coalesce(E'\x1fcountry:' || lower(coalesce(details->>'countryOfOrigin', case when not needs_declarations then 'India' end)), '')
    || coalesce(E'\x1fhsn:' || (details->>'hsnCode'), E'\x1fhsn of:' || category),
  E'\x1f'
);
create index products_of_facets on products using gin (list_facet_keys(category, details, needs_declarations));
-- The codes that products have, of which the ones without a tax rate are looked for.
create index products_hsn_code on products ((details->>'hsnCode')) where details->>'hsnCode' is not null;
analyze products;
